enum MQTTPlaceholder {}
