// HTTP as far as a browser needs it for two addresses: a request, an answer, the end of the connection.
//
// It listens to 127.0.0.1 alone, and answers only who asked for that by name or number: a page from elsewhere, whose name was made
// to lead here, gets nothing.
// SPDX-License-Identifier: MIT
#define _XOPEN_SOURCE 700
#include "cli/page_server.h"

#include <arpa/inet.h>
#include <errno.h>
#include <netinet/in.h>
#include <poll.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

enum {
    REQUEST_MOST = 8192,
    WAITING = 16,
    PAGE_SERVER_PATIENCE = 2000
}; // bytes; connections; ms for who says nothing

bool page_server_open(page_server* s, int port, report* r) {
    struct sockaddr_in at = {.sin_family = AF_INET, .sin_port = htons((uint16_t)port)};
    socklen_t size = sizeof at;
    int yes = 1;
    at.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    s->listener = socket(AF_INET, SOCK_STREAM, 0);
    if (s->listener >= 0)
        setsockopt(s->listener, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes);
    if (s->listener < 0 || bind(s->listener, (const struct sockaddr*)&at, sizeof at) != 0 ||
        listen(s->listener, WAITING) != 0 ||
        getsockname(s->listener, (struct sockaddr*)&at, &size) != 0)
        return report_error(r, place_none(), "port %d cannot be served: %s; say another by --port",
                            port, strerror(errno));
    s->port = ntohs(at.sin_port);
    return true;
}

static bool wait_for(int socket_of, short what, int ms) {
    struct pollfd one = {.fd = socket_of, .events = what};
    return poll(&one, 1, ms) > 0;
}

// The head of a request; false where none comes in time, or none that fits.
static bool read_head(int from, char* head) {
    size_t have = 0;
    while (have < REQUEST_MOST && wait_for(from, POLLIN, PAGE_SERVER_PATIENCE)) {
        ssize_t more = recv(from, head + have, REQUEST_MOST - have, 0);
        if (more <= 0)
            return false;
        have += (size_t)more;
        head[have] = 0;
        if (strstr(head, "\r\n\r\n") != NULL)
            return true;
    }
    return false;
}

static void send_all(int to, const void* data, size_t size) {
    const char* from = data;
    while (size > 0 && wait_for(to, POLLOUT, PAGE_SERVER_PATIENCE)) {
        ssize_t sent = send(to, from, size, MSG_NOSIGNAL);
        if (sent <= 0)
            return;
        from += sent;
        size -= (size_t)sent;
    }
}

static void answer(int to, const char* status, const char* kind, bytes what) {
    char head[256];
    int length = snprintf(head, sizeof head,
                          "HTTP/1.1 %s\r\nContent-Type: %s\r\nContent-Length: %zu\r\n"
                          "Cache-Control: no-store\r\nConnection: close\r\n\r\n",
                          status, kind, what.size);
    send_all(to, head, (size_t)length);
    send_all(to, what.data, what.size);
}

static bytes text_bytes(const char* text) {
    return (bytes){(const uint8_t*)text, strlen(text)};
}

// Is the line `Host: 127.0.0.1:PORT`, or localhost? Browsers write it so.
static bool asks_us(const char* head, int port) {
    char one[64], two[64];
    snprintf(one, sizeof one, "\r\nHost: 127.0.0.1:%d\r\n", port);
    snprintf(two, sizeof two, "\r\nHost: localhost:%d\r\n", port);
    return strstr(head, one) != NULL || strstr(head, two) != NULL;
}

static void serve(const page_server* s, int to, bytes page, const char* state) {
    char head[REQUEST_MOST + 1];
    if (!read_head(to, head))
        return;
    if (!asks_us(head, s->port))
        answer(to, "421 Misdirected Request", "text/plain", text_bytes("not for you\n"));
    else if (strncmp(head, "GET / ", 6) == 0)
        answer(to, "200 OK", "text/html; charset=utf-8", page);
    else if (strncmp(head, "GET /state ", 11) == 0)
        answer(to, "200 OK", "application/json", text_bytes(state));
    else
        answer(to, "404 Not Found", "text/plain", text_bytes("there is nothing here\n"));
}

void page_server_answer(const page_server* s, bytes page, const char* state, double seconds) {
    int ms = (int)(1000.0 * seconds);
    while (wait_for(s->listener, POLLIN, ms)) {
        int to = accept(s->listener, NULL, NULL);
        if (to < 0)
            return;
        serve(s, to, page, state);
        close(to);
        ms = 0; // who else is waiting
    }
}
