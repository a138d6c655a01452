#include <mosquitto.h>
#include <mqtt_protocol.h>

// Not part of Swift's Glibc module: the connection's thread sleeps on one beside its socket.
#include <sys/eventfd.h>

// Declared by spawn.h only for GNU sources, which Swift's imports are not.
#include <spawn.h>
int posix_spawn_file_actions_addclosefrom_np(posix_spawn_file_actions_t *actions, int from);
