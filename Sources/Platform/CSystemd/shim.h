#include <systemd/sd-bus.h>

// Not part of Swift's Glibc module: the bus's thread sleeps on one beside its socket.

// Declared by pthread.h only for GNU sources, which Swift's imports are not.
#include <pthread.h>
int pthread_setname_np(pthread_t thread, const char *name);
