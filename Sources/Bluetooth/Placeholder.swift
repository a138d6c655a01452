enum BluetoothPlaceholder {}
