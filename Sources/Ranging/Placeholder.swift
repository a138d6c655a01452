enum RangingPlaceholder {}
