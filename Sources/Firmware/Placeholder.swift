enum FirmwarePlaceholder {}
