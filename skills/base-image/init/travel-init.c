/*
 * The first process of a skill's container: `travel-init PROGRAM [ARGUMENT…]`.
 *
 * It listens where the skill expects the network, forwards connections to the gateway's sockets, starts the program,
 * and exits with its status (128 plus the signal's number after a signal). It decides nothing: the gateway does. At
 * TRAVEL_TTL_MS it ends everything, even when the app is gone.
 *
 *   TRAVEL_EGRESS  socket: 127.0.0.1:443 and [::1]:443 go to gateway.sock, DNS on 127.0.0.1:53 to dns.sock
 *                          (and each of TRAVEL_PORTS, like 8443,9443, to gateway-8443.sock, gateway-9443.sock)
 *                  bridge: DNS goes to TRAVEL_RELAY:53 over TCP; the network carries the rest
 *                  none:   no listeners
 *   TRAVEL_TTL_MS  milliseconds from the start
 *   TRAVEL_END     32 hexadecimal digits that the program cannot learn. After the program and all its processes are
 *                  dead, the end report follows its output on stdout and on stderr: 0x1e, the digits, a space, its
 *                  status in three digits, a line break. Absent: no end report.
 *
 * Its own exit codes: 123 out of memory, killed by the kernel (a program's own 123 becomes 1), 124 time to live,
 * 125 wrong settings or failed listeners, 126 and 127 a program that cannot run.
 *
 * One thread, one poll loop, fixed tables: with full tables, new connections wait in the kernel's queue.
 */
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <signal.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { EXIT_OUT_OF_MEMORY = 123, EXIT_TTL = 124, EXIT_SETUP = 125, EXIT_NOT_RUNNABLE = 126, EXIT_NOT_FOUND = 127 };
enum { END_DIGITS = 32, END_MS = 1000 };
enum { MORE_PORTS = 64, CONNECTIONS = 48, CHUNK = 16384, QUERIES = 16, MESSAGE = 1232, BACKLOG = 128, MAX_TTL_MS = 86400000 };

#define SOCKETS "/run/travel/net/"

/* The target of connections: a socket in the file system, or the relay. */
union target {
  struct sockaddr any;
  struct sockaddr_un local;
  struct sockaddr_in relay;
};
static union target dns;

/* A listening socket, and the target of its connections. */
static struct listener {
  int fd;
  union target target;
} listeners[2 * (1 + MORE_PORTS) + 1];
static int listening;

/* One direction. It reads only when empty, so that a slow reader slows its writer (back-pressure). */
struct flow {
  char bytes[CHUNK];
  size_t start, end;
  bool ended; /* Its source has closed; once empty, this closes the other side. */
  bool told;
};
/* flow[0] carries from fd[0] to fd[1], flow[1] back. */
struct connection {
  bool used;
  int fd[2];
  struct flow flow[2];
};
static struct connection connections[CONNECTIONS];

/* One DNS query over UDP, forwarded on its own connection: 2 bytes of length, then the message, both ways. */
struct query {
  bool used;
  unsigned long order;
  struct sockaddr_in from;
  int fd;
  unsigned char bytes[2 + MESSAGE];
  size_t start, end;
  bool sent;
};
static struct query queries[QUERIES];
static unsigned long asked;

/* TRAVEL_END, and the program's stdout. -1: no end report. */
static char end_digits[END_DIGITS + 1];
static int printed = -1;

/* Exits before the program has started. */
static void fail(const char *format, ...) {
  va_list values;
  fputs("travel-init: ", stderr);
  va_start(values, format);
  vfprintf(stderr, format, values);
  va_end(values);
  fputc('\n', stderr);
  exit(EXIT_SETUP);
}

static bool again(void) { return errno == EAGAIN || errno == EWOULDBLOCK || errno == EINTR || errno == EINPROGRESS; }

static long long now_ms(void) {
  struct timespec time;
  clock_gettime(CLOCK_BOOTTIME, &time);
  return time.tv_sec * 1000LL + time.tv_nsec / 1000000;
}

static int listen_on(int type, const struct sockaddr *address, socklen_t length, int port) {
  int one = 1;
  int fd = socket(address->sa_family, type | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
  /* A machine without IPv6 has no ::1, and no client for it. */
  if (fd < 0 && errno == EAFNOSUPPORT && address->sa_family == AF_INET6) return -1;
  if (fd < 0) fail("no socket for port %d: %s", port, strerror(errno));
  setsockopt(fd, SOL_SOCKET, SO_REUSEADDR, &one, sizeof one);
  if (bind(fd, address, length) != 0) {
    int reason = errno;
    close(fd);
    if (reason == EADDRNOTAVAIL && address->sa_family == AF_INET6) return -1;
    fail("cannot listen on port %d: %s", port, strerror(reason));
  }
  if (type == SOCK_STREAM && listen(fd, BACKLOG) != 0) fail("cannot listen on port %d: %s", port, strerror(errno));
  return fd;
}

static int listen_v4(int type, int port) {
  struct sockaddr_in address = {.sin_family = AF_INET, .sin_port = htons(port)};
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  return listen_on(type, (struct sockaddr *)&address, sizeof address, port);
}

static int listen_v6(int port) {
  struct sockaddr_in6 address = {.sin6_family = AF_INET6, .sin6_port = htons(port), .sin6_addr = IN6ADDR_LOOPBACK_INIT};
  return listen_on(SOCK_STREAM, (struct sockaddr *)&address, sizeof address, port);
}

static void carry(int fd, union target target) {
  if (fd >= 0) listeners[listening++] = (struct listener){.fd = fd, .target = target};
}

/* A connection, perhaps still in progress. -1: it was refused. */
static int connect_to(const union target *target) {
  bool local = target->any.sa_family == AF_UNIX;
  int fd = socket(target->any.sa_family, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
  if (fd < 0) return -1;
  if (connect(fd, &target->any, local ? sizeof target->local : sizeof target->relay) == 0 || errno == EINPROGRESS) return fd;
  close(fd);
  return -1;
}

/* The other side sees a reset instead of the end of a complete answer. */
static void reset(int fd) {
  struct linger at_once = {.l_onoff = 1};
  setsockopt(fd, SOL_SOCKET, SO_LINGER, &at_once, sizeof at_once);
  close(fd);
}

static void drop(struct connection *connection) {
  reset(connection->fd[0]);
  close(connection->fd[1]);
  connection->used = false;
}

static void accept_from(const struct listener *listener) {
  int one = 1;
  struct connection *free = NULL;
  for (int i = 0; i < CONNECTIONS && !free; i++)
    if (!connections[i].used) free = &connections[i];
  if (!free) return;
  int client = accept4(listener->fd, NULL, NULL, SOCK_NONBLOCK | SOCK_CLOEXEC);
  if (client < 0) return;
  int server = connect_to(&listener->target);
  if (server < 0) {
    reset(client);
    return;
  }
  setsockopt(client, IPPROTO_TCP, TCP_NODELAY, &one, sizeof one);
  free->used = true;
  free->fd[0] = client;
  free->fd[1] = server;
  for (int i = 0; i < 2; i++) {
    struct flow *flow = &free->flow[i];
    flow->start = flow->end = 0;
    flow->ended = flow->told = false;
  }
}

/* Writes the flow's bytes, then passes on its end. False: the connection is broken. */
static bool flush_flow(struct flow *flow, int to) {
  while (flow->start < flow->end) {
    ssize_t written = send(to, flow->bytes + flow->start, flow->end - flow->start, MSG_NOSIGNAL);
    if (written < 0) return again();
    flow->start += written;
  }
  flow->start = flow->end = 0;
  if (flow->ended && !flow->told) {
    flow->told = true;
    shutdown(to, SHUT_WR);
  }
  return true;
}

static bool fill_flow(struct flow *flow, int from, int to) {
  ssize_t got = read(from, flow->bytes, CHUNK);
  if (got < 0) return again();
  if (got == 0) flow->ended = true;
  flow->end = got;
  return flush_flow(flow, to);
}

static short wants(const struct connection *connection, int side) {
  const struct flow *out = &connection->flow[side], *in = &connection->flow[1 - side];
  short events = 0;
  if (!out->ended && out->start == out->end) events |= POLLIN;
  if (in->start < in->end) events |= POLLOUT;
  return events;
}

static void serve(struct connection *connection, int side, short wanted) {
  int own = connection->fd[side], other = connection->fd[1 - side];
  bool whole = true;
  if (wanted & POLLOUT) whole = flush_flow(&connection->flow[1 - side], own);
  if (whole && (wanted & POLLIN)) whole = fill_flow(&connection->flow[side], own, other);
  if (!whole) drop(connection);
  else if (connection->flow[0].told && connection->flow[1].told) {
    close(own);
    close(other);
    connection->used = false;
  }
}

static void end_query(struct query *query) {
  close(query->fd);
  query->used = false;
}

static void take_query(int udp) {
  /* Replaces the oldest query: its client has retried or given up. */
  struct query *query = &queries[0];
  for (int i = 0; i < QUERIES; i++) {
    if (!queries[i].used) {
      query = &queries[i];
      break;
    }
    if (queries[i].order < query->order) query = &queries[i];
  }
  unsigned char message[MESSAGE];
  struct sockaddr_in from;
  socklen_t length = sizeof from;
  ssize_t got = recvfrom(udp, message, sizeof message, MSG_TRUNC, (struct sockaddr *)&from, &length);
  if (got <= 0 || got > MESSAGE) return;
  int fd = connect_to(&dns);
  if (fd < 0) return;
  if (query->used) end_query(query);
  query->used = true;
  query->order = asked++;
  query->from = from;
  query->fd = fd;
  query->bytes[0] = got >> 8;
  query->bytes[1] = got & 255;
  memcpy(query->bytes + 2, message, got);
  query->start = 0;
  query->end = 2 + got;
  query->sent = false;
}

static void serve_query(struct query *query, int udp) {
  if (!query->sent) {
    ssize_t written = send(query->fd, query->bytes + query->start, query->end - query->start, MSG_NOSIGNAL);
    if (written < 0) {
      if (!again()) end_query(query);
      return;
    }
    query->start += written;
    if (query->start < query->end) return;
    query->sent = true;
    query->end = 0;
    return;
  }
  ssize_t got = read(query->fd, query->bytes + query->end, sizeof query->bytes - query->end);
  if (got < 0 && again()) return;
  if (got > 0) query->end += got;
  size_t length = query->end < 2 ? 0 : query->bytes[0] << 8 | query->bytes[1];
  bool more = query->end < 2 || query->end < 2 + length;
  if (got > 0 && more && length <= MESSAGE) return;
  if (!more) sendto(udp, query->bytes + 2, length, MSG_NOSIGNAL, (struct sockaddr *)&query->from, sizeof query->from);
  end_query(query);
}

/* Kills every process of the container. Outside a container, kills only the program. */
static void kill_all(pid_t program) { kill(getpid() == 1 ? -1 : program, SIGKILL); }

static void end_all(pid_t program, int status) {
  kill_all(program);
  _exit(status);
}

/* True: no process that could print is left. */
static bool all_are_dead(void) {
  sigset_t child;
  sigemptyset(&child);
  sigaddset(&child, SIGCHLD);
  for (long long left = END_MS, until = now_ms() + END_MS; left > 0; left = until - now_ms()) {
    pid_t ended;
    while ((ended = waitpid(-1, NULL, WNOHANG | __WALL)) > 0) continue;
    if (ended < 0) return errno == ECHILD;
    struct timespec time = {.tv_sec = left / 1000, .tv_nsec = left % 1000 * 1000000};
    sigtimedwait(&child, NULL, &time);
  }
  return false;
}

/* In one write or not at all: the reader may have stopped. */
static void print_end(int fd, int status) {
  char line[END_DIGITS + 8];
  int length = snprintf(line, sizeof line, "\x1e%s %03d\n", end_digits, status);
  fcntl(fd, F_SETFL, fcntl(fd, F_GETFL) | O_NONBLOCK);
  struct pollfd polled = {.fd = fd, .events = POLLOUT};
  if (poll(&polled, 1, END_MS) > 0 && write(fd, line, length) < 0) return;
}

/* Reports the end itself, because the engine takes tens of milliseconds to report a container's end and status. */
static void tell_end(int status) {
  if (printed < 0 || getpid() != 1 || !all_are_dead()) return;
  print_end(printed, status);
  print_end(2, status);
}

/* Whether the kernel killed a process of the container for lack of memory. The engine's own report may get lost. */
static bool was_out_of_memory(void) {
  static const char *const counters[] = {"/sys/fs/cgroup/memory.events", "/sys/fs/cgroup/memory/memory.oom_control"};
  for (size_t i = 0; i < sizeof counters / sizeof *counters; i++) {
    char line[64];
    unsigned long killed = 0;
    FILE *file = fopen(counters[i], "re");
    if (!file) continue;
    while (!killed && fgets(line, sizeof line, file)) sscanf(line, "oom_kill %lu", &killed);
    fclose(file);
    if (killed) return true;
  }
  return false;
}

static void reap(pid_t program) {
  int status;
  for (pid_t ended; (ended = waitpid(-1, &status, WNOHANG)) > 0;) {
    if (ended != program) continue;
    int code = WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
    if (code == 128 + SIGKILL && was_out_of_memory()) code = EXIT_OUT_OF_MEMORY;
    else if (code == EXIT_OUT_OF_MEMORY) code = EXIT_FAILURE;
    kill_all(program);
    tell_end(code);
    _exit(code);
  }
}

static long long read_ttl(void) {
  const char *text = getenv("TRAVEL_TTL_MS");
  char *rest = NULL;
  long long ttl = text && *text >= '0' && *text <= '9' ? strtoll(text, &rest, 10) : 0;
  if (ttl <= 0 || ttl > MAX_TTL_MS || *rest) fail("TRAVEL_TTL_MS has to be milliseconds, at most %d", MAX_TTL_MS);
  return ttl;
}

static void read_end(void) {
  const char *text = getenv("TRAVEL_END");
  if (!text) return;
  if (strlen(text) != END_DIGITS || strspn(text, "0123456789abcdef") != END_DIGITS)
    fail("TRAVEL_END has to be %d hexadecimal digits", END_DIGITS);
  strcpy(end_digits, text);
  printed = fcntl(1, F_DUPFD_CLOEXEC, 3);
}

static union target local_target(const char *format, int port) {
  union target target = {.local = {.sun_family = AF_UNIX}};
  snprintf(target.local.sun_path, sizeof target.local.sun_path, format, port);
  return target;
}

static void carry_https(const char *format, int port) {
  carry(listen_v4(SOCK_STREAM, port), local_target(format, port));
  carry(listen_v6(port), local_target(format, port));
}

static void carry_more_ports(void) {
  const char *text = getenv("TRAVEL_PORTS");
  for (int count = 0; text && *text; count++) {
    char *rest = NULL;
    long port = *text >= '1' && *text <= '9' ? strtol(text, &rest, 10) : 0;
    if (port < 1 || port > 65535 || port == 53 || port == 443 || count == MORE_PORTS || (*rest != ',' && *rest))
      fail("TRAVEL_PORTS has to be at most %d ports like 8443,9443", MORE_PORTS);
    carry_https(SOCKETS "gateway-%d.sock", port);
    text = *rest ? rest + 1 : rest;
  }
}

static union target relay_target(void) {
  union target target = {.relay = {.sin_family = AF_INET, .sin_port = htons(53)}};
  const char *address = getenv("TRAVEL_RELAY");
  if (!address || inet_pton(AF_INET, address, &target.relay.sin_addr) != 1)
    fail("TRAVEL_RELAY has to be the IPv4 address of the relay");
  return target;
}

static pid_t start(char **command, const sigset_t *before) {
  pid_t program = fork();
  if (program < 0) fail("cannot start a process: %s", strerror(errno));
  if (program > 0) return program;
  sigprocmask(SIG_SETMASK, before, NULL);
  unsetenv("TRAVEL_EGRESS");
  unsetenv("TRAVEL_TTL_MS");
  unsetenv("TRAVEL_RELAY");
  unsetenv("TRAVEL_PORTS");
  unsetenv("TRAVEL_END");
  execvp(command[0], command);
  int reason = errno;
  fprintf(stderr, "travel-init: cannot run %s: %s\n", command[0], strerror(reason));
  _exit(reason == ENOENT ? EXIT_NOT_FOUND : EXIT_NOT_RUNNABLE);
}

int main(int count, char **arguments) {
  if (count < 2) fail("there is no program to run");
  long long deadline = now_ms() + read_ttl();
  read_end();
  const char *egress = getenv("TRAVEL_EGRESS");
  if (egress && strcmp(egress, "socket") == 0) {
    carry_https(SOCKETS "gateway.sock", 443);
    carry_more_ports();
    dns = local_target(SOCKETS "dns.sock", 53);
  } else if (egress && strcmp(egress, "bridge") == 0) {
    dns = relay_target();
  } else if (!egress || strcmp(egress, "none") != 0) {
    fail("TRAVEL_EGRESS has to be socket, bridge or none");
  }
  int questions = -1;
  if (dns.any.sa_family != 0) {
    carry(listen_v4(SOCK_STREAM, 53), dns);
    questions = listen_v4(SOCK_DGRAM, 53);
  }

  sigset_t watched, before;
  sigemptyset(&watched);
  sigaddset(&watched, SIGCHLD);
  sigaddset(&watched, SIGTERM);
  sigaddset(&watched, SIGINT);
  sigprocmask(SIG_BLOCK, &watched, &before);
  int signals = signalfd(-1, &watched, SFD_NONBLOCK | SFD_CLOEXEC);
  if (signals < 0) fail("no signalfd: %s", strerror(errno));

  /* No process can read or trace this one; set before any other process exists. */
  if (prctl(PR_SET_DUMPABLE, 0) != 0) fail("cannot be closed to others: %s", strerror(errno));
  pid_t program = start(arguments + 1, &before);
  signal(SIGPIPE, SIG_IGN);
  /* Keeps no end of the program's pipes except those for the end report. */
  int nowhere = open("/dev/null", O_RDWR | O_CLOEXEC);
  for (int fd = 0; fd < 2; fd++)
    if (nowhere < 0) close(fd);
    else dup2(nowhere, fd);
  if (nowhere > 2) close(nowhere);

  for (;;) {
    enum { OTHERS = 2, LISTENERS = sizeof listeners / sizeof *listeners };
    struct pollfd polled[OTHERS + LISTENERS + 2 * CONNECTIONS + QUERIES];
    struct pollfd *doors = polled + OTHERS, *sides = doors + LISTENERS, *answers = sides + 2 * CONNECTIONS;
    bool full = true;
    for (int i = 0; i < CONNECTIONS; i++) {
      struct connection *connection = &connections[i];
      if (!connection->used) full = false;
      for (int side = 0; side < 2; side++) {
        short events = connection->used ? wants(connection, side) : 0;
        sides[2 * i + side] = (struct pollfd){.fd = events ? connection->fd[side] : -1, .events = events};
      }
    }
    for (int i = 0; i < QUERIES; i++)
      answers[i] = (struct pollfd){.fd = queries[i].used ? queries[i].fd : -1, .events = queries[i].sent ? POLLIN : POLLOUT};
    for (int i = 0; i < LISTENERS; i++)
      doors[i] = (struct pollfd){.fd = full || i >= listening ? -1 : listeners[i].fd, .events = POLLIN};
    polled[0] = (struct pollfd){.fd = signals, .events = POLLIN};
    polled[1] = (struct pollfd){.fd = questions, .events = POLLIN};

    long long left = deadline - now_ms();
    if (left <= 0) end_all(program, EXIT_TTL);
    if (poll(polled, sizeof polled / sizeof *polled, left > 60000 ? 60000 : (int)left) < 0) continue;

    /* Existing connections first: a slot that is reused below has not been polled. */
    for (int i = 0; i < CONNECTIONS; i++)
      for (int side = 0; side < 2; side++)
        if (sides[2 * i + side].revents && connections[i].used) serve(&connections[i], side, sides[2 * i + side].events);
    for (int i = 0; i < QUERIES; i++)
      if (answers[i].revents && queries[i].used) serve_query(&queries[i], questions);

    for (int i = 0; i < listening; i++)
      if (doors[i].revents) accept_from(&listeners[i]);
    if (polled[1].revents) take_query(questions);
    if (polled[0].revents) {
      struct signalfd_siginfo signal;
      while (read(signals, &signal, sizeof signal) == sizeof signal)
        if (signal.ssi_signo != SIGCHLD) end_all(program, 128 + signal.ssi_signo);
      reap(program);
    }
  }
}
