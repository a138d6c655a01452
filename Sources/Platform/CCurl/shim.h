#include <curl/curl.h>
#include <netinet/in.h>
#include <sys/socket.h>

// Swift cannot call variadic C functions: one wrapper for each type of option. Those that take a pointer to something
// of ours are declared with that type, so that none is passed for another.

static inline CURLcode tagalong_set_long(CURL *handle, CURLoption option, long value) {
    return curl_easy_setopt(handle, option, value);
}

static inline CURLcode tagalong_set_text(CURL *handle, CURLoption option, const char *text) {
    return curl_easy_setopt(handle, option, text);
}

static inline CURLcode tagalong_set_list(CURL *handle, CURLoption option, struct curl_slist *list) {
    return curl_easy_setopt(handle, option, list);
}

// Of a function that reads what is sent, and of one that takes what is received.
typedef size_t (*tagalong_move)(char *buffer, size_t size, size_t count, void *context);
typedef int (*tagalong_progress)(void *context, curl_off_t, curl_off_t, curl_off_t, curl_off_t);

static inline CURLcode tagalong_set_reader(CURL *handle, tagalong_move read, void *context) {
    CURLcode code = curl_easy_setopt(handle, CURLOPT_READFUNCTION, read);
    return code != CURLE_OK ? code : curl_easy_setopt(handle, CURLOPT_READDATA, context);
}

static inline CURLcode tagalong_set_writers(CURL *handle, tagalong_move header, tagalong_move body, void *context) {
    CURLcode code = curl_easy_setopt(handle, CURLOPT_HEADERFUNCTION, header);
    if (code == CURLE_OK) code = curl_easy_setopt(handle, CURLOPT_HEADERDATA, context);
    if (code == CURLE_OK) code = curl_easy_setopt(handle, CURLOPT_WRITEFUNCTION, body);
    return code != CURLE_OK ? code : curl_easy_setopt(handle, CURLOPT_WRITEDATA, context);
}

static inline CURLcode tagalong_set_progress(CURL *handle, tagalong_progress progress, void *context) {
    CURLcode code = curl_easy_setopt(handle, CURLOPT_XFERINFOFUNCTION, progress);
    if (code == CURLE_OK) code = curl_easy_setopt(handle, CURLOPT_XFERINFODATA, context);
    return code != CURLE_OK ? code : curl_easy_setopt(handle, CURLOPT_NOPROGRESS, 0L);
}

static inline CURLcode tagalong_set_error_buffer(CURL *handle, char *buffer) {
    return curl_easy_setopt(handle, CURLOPT_ERRORBUFFER, buffer);
}

static inline long tagalong_information(CURL *handle, CURLINFO which) {
    long value = 0;
    curl_easy_getinfo(handle, which, &value);
    return value;
}

// How many bytes of a body have come, as they came: before a content coding was taken off.
static inline curl_off_t tagalong_downloaded(CURL *handle) {
    curl_off_t value = 0;
    curl_easy_getinfo(handle, CURLINFO_SIZE_DOWNLOAD_T, &value);
    return value;
}

// A macro with a cast, which Swift does not import.
static inline CURLcode tagalong_global_init(void) { return curl_global_init(CURL_GLOBAL_DEFAULT); }

// Whether an address is one of the internet's own (IANA's registries of special addresses).
static inline int tagalong_is_public(const struct sockaddr *address) {
    if (address->sa_family == AF_INET) {
        uint32_t bits = ntohl(((const struct sockaddr_in *)address)->sin_addr.s_addr);
        uint8_t first = bits >> 24, second = bits >> 16 & 0xFF;
        return first != 0 && first != 10 && first != 127 && first < 224 && !(first == 100 && second >> 6 == 1)
            && !(first == 169 && second == 254) && !(first == 172 && second >> 4 == 1) && !(first == 192 && second == 168)
            && bits >> 8 != 0xC00000 && !(first == 198 && second >> 1 == 9);
    }
    if (address->sa_family != AF_INET6) return 0;
    const uint8_t *bytes = ((const struct sockaddr_in6 *)address)->sin6_addr.s6_addr;
    // Global unicast, but for 6to4, which leads to an IPv4 address.
    return bytes[0] >> 5 == 1 && !(bytes[0] == 0x20 && bytes[1] == 0x02);
}

static inline curl_socket_t tagalong_open_public(void *context, curlsocktype purpose, struct curl_sockaddr *address) {
    (void)context, (void)purpose;
    if (!tagalong_is_public(&address->addr)) return CURL_SOCKET_BAD;
    return socket(address->family, address->socktype | SOCK_CLOEXEC, address->protocol);
}

// Lets no connection be made but to public addresses, whatever a name leads to.
static inline CURLcode tagalong_set_public(CURL *handle) {
    return curl_easy_setopt(handle, CURLOPT_OPENSOCKETFUNCTION, tagalong_open_public);
}
