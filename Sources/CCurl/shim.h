#include <curl/curl.h>

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

typedef size_t (*tagalong_read)(char *buffer, size_t size, size_t count, void *context);
typedef int (*tagalong_progress)(void *context, curl_off_t, curl_off_t, curl_off_t, curl_off_t);

static inline CURLcode tagalong_set_reader(CURL *handle, tagalong_read reader, void *context) {
    CURLcode code = curl_easy_setopt(handle, CURLOPT_READFUNCTION, reader);
    return code != CURLE_OK ? code : curl_easy_setopt(handle, CURLOPT_READDATA, context);
}

static inline CURLcode tagalong_set_progress(CURL *handle, tagalong_progress progress, void *context) {
    CURLcode code = curl_easy_setopt(handle, CURLOPT_XFERINFOFUNCTION, progress);
    if (code == CURLE_OK) code = curl_easy_setopt(handle, CURLOPT_XFERINFODATA, context);
    return code != CURLE_OK ? code : curl_easy_setopt(handle, CURLOPT_NOPROGRESS, 0L);
}

static inline CURLcode tagalong_set_error_buffer(CURL *handle, char *buffer) {
    return curl_easy_setopt(handle, CURLOPT_ERRORBUFFER, buffer);
}

static inline long tagalong_response_code(CURL *handle) {
    long code = 0;
    curl_easy_getinfo(handle, CURLINFO_RESPONSE_CODE, &code);
    return code;
}

// A macro with a cast, which Swift does not import.
static inline CURLcode tagalong_global_init(void) { return curl_global_init(CURL_GLOBAL_DEFAULT); }
