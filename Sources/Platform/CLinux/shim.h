// Declared by spawn.h only for GNU sources, which Swift's imports are not.
#include <spawn.h>
int posix_spawn_file_actions_addclosefrom_np(posix_spawn_file_actions_t *actions, int from);

// Not in Swift's module of glibc.
#include <malloc.h>
