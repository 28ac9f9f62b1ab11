// carom explore: the explorer's page on a loopback address, and nothing else.

#include "explore.hpp"

#include "output.hpp"
#include "page.hpp"

#include <algorithm>
#include <arpa/inet.h>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <fmt/format.h>
#include <functional>
#include <netinet/in.h>
#include <spawn.h>
#include <stdexcept>
#include <string>
#include <string_view>
#include <sys/socket.h>
#include <sys/time.h>
#include <system_error>
#include <thread>
#include <unistd.h>
#include <vector>

extern char** environ;

namespace carom::app {
namespace {

/// Longest head of a request that is read; a browser's has some hundred bytes.
constexpr std::size_t longest_request = 16384;
/// Patience with a slow client, s.
constexpr time_t patience = 5;

/// Where the page looks for the script.
constexpr std::string_view script_path = "/explorer-3d.js";

/// Clients that are served at once; browsers open connections ahead of need and keep them silent.
constexpr int most_clients = 8;

[[noreturn]] void fail(const char* what) {
  throw std::runtime_error(fmt::format("explore: {}: {}", what, std::strerror(errno)));
}

/// A socket that is closed.
class Socket {
 public:
  explicit Socket(int descriptor) : descriptor_(descriptor) {}
  ~Socket() {
    if (descriptor_ >= 0) close(descriptor_);
  }
  Socket(const Socket&) = delete;
  Socket& operator=(const Socket&) = delete;
  int get() const { return descriptor_; }

 private:
  int descriptor_;
};

/// Listens on 127.0.0.1; port 0 is any that is free.
int listening(int port) {
  const int listener = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  if (listener < 0) fail("no socket");
  const int yes = 1;
  setsockopt(listener, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes);
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_port = htons(static_cast<std::uint16_t>(port));
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  const auto* plain = reinterpret_cast<const sockaddr*>(&address);
  if (bind(listener, plain, sizeof address) != 0 || listen(listener, 16) != 0) {
    const int error = errno;
    close(listener);
    throw std::runtime_error(fmt::format("explore: port {}: {}; without --port a free one is taken",
                                         port, std::strerror(error)));
  }
  return listener;
}

int port_of(int listener) {
  sockaddr_in address{};
  socklen_t size = sizeof address;
  if (getsockname(listener, reinterpret_cast<sockaddr*>(&address), &size) != 0) fail("no port");
  return ntohs(address.sin_port);
}

/// The head of a request; "" if the client is too slow or says too much.
std::string head_of_request(int client) {
  std::string head;
  std::array<char, 2048> piece{};
  while (head.find("\r\n\r\n") == std::string::npos) {
    const ssize_t count = recv(client, piece.data(), piece.size(), 0);
    if (count <= 0 || head.size() > longest_request) return "";
    head.append(piece.data(), static_cast<std::size_t>(count));
  }
  return head;
}

bool same_letters(std::string_view a, std::string_view b) {
  const auto lower = [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c; };
  return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                    [&](char x, char y) { return lower(x) == lower(y); });
}

/// The value of a header, its name in any case.
std::string_view header(std::string_view head, std::string_view name) {
  for (std::size_t line = head.find("\r\n"); line != head.npos;
       line = head.find("\r\n", line + 2)) {
    const std::string_view rest = head.substr(line + 2);
    const std::size_t colon = rest.find(':');
    if (!same_letters(rest.substr(0, colon), name)) continue;
    std::string_view value = rest.substr(colon + 1);
    value = value.substr(0, value.find("\r\n"));
    value.remove_prefix(std::min(value.find_first_not_of(' '), value.size()));
    return value;
  }
  return {};
}

struct Response {
  std::string_view status{};
  std::string_view type = "text/plain; charset=utf-8";
  std::string_view body{};
};

/// What is served: the page, and the script that it loads for pictures in three dimensions ("" where it is not built).
struct Files {
  std::string page{};
  std::string script{};
};

/// There are two files. A page of somebody else that calls this address by another name (DNS rebinding) gets
/// nothing.
Response response_to(std::string_view head, int port, const Files& files) {
  const std::string_view host = header(head, "Host");
  if (host != fmt::format("127.0.0.1:{}", port) && host != fmt::format("localhost:{}", port))
    return {.status = "403 Forbidden", .body = "only by its own address\n"};
  const bool get = head.starts_with("GET ");
  if (!get && !head.starts_with("HEAD "))
    return {.status = "405 Method Not Allowed", .body = "GET and HEAD only\n"};
  std::string_view target = head.substr(get ? 4 : 5);
  target = target.substr(0, target.find_first_of(" ?\r"));
  if (target == "/" || target == "/index.html")
    return {.status = "200 OK", .type = "text/html; charset=utf-8", .body = files.page};
  if (target == script_path && !files.script.empty())
    return {.status = "200 OK", .type = "text/javascript; charset=utf-8", .body = files.script};
  return {.status = "404 Not Found", .body = "there is one page: /\n"};
}

void send_all(int client, std::string_view text) {
  while (!text.empty()) {
    const ssize_t count = send(client, text.data(), text.size(), MSG_NOSIGNAL);
    if (count <= 0) return;  // the client has gone: its business
    text.remove_prefix(static_cast<std::size_t>(count));
  }
}

void serve(int client, int port, const Files& files) {
  const timeval limit{.tv_sec = patience, .tv_usec = 0};
  setsockopt(client, SOL_SOCKET, SO_RCVTIMEO, &limit, sizeof limit);
  setsockopt(client, SOL_SOCKET, SO_SNDTIMEO, &limit, sizeof limit);
  const std::string head = head_of_request(client);
  if (head.empty()) return;
  const Response response = response_to(head, port, files);
  send_all(client, fmt::format("HTTP/1.1 {}\r\nContent-Type: {}\r\nContent-Length: {}\r\n"
                               "Cache-Control: no-store\r\nX-Content-Type-Options: nosniff\r\n"
                               "Connection: close\r\n\r\n",
                               response.status, response.type, response.body.size()));
  if (!head.starts_with("HEAD ")) send_all(client, response.body);
}

/// Shows the address to the desktop's browser, where there is one; failing is no error.
void open_browser(const std::string& address) {
  if (std::getenv("DISPLAY") == nullptr && std::getenv("WAYLAND_DISPLAY") == nullptr) return;
  std::string program = "xdg-open";
  std::string argument = address;
  const std::array<char*, 3> arguments{program.data(), argument.data(), nullptr};
  // The browser must not inherit the signals that are held here: nobody could end it.
  sigset_t none;
  sigemptyset(&none);
  posix_spawnattr_t manner;
  posix_spawnattr_init(&manner);
  posix_spawnattr_setsigmask(&manner, &none);
  posix_spawnattr_setflags(&manner, POSIX_SPAWN_SETSIGMASK);
  pid_t child = 0;
  posix_spawnp(&child, program.c_str(), nullptr, &manner, arguments.data(), environ);
  posix_spawnattr_destroy(&manner);
}

/// Takes one client after the other until the listener is shut down.
void serve_all(int listener, int port, const Files& files) {
  for (;;) {
    const Socket client(accept4(listener, nullptr, nullptr, SOCK_CLOEXEC));
    if (client.get() >= 0)
      serve(client.get(), port, files);
    else if (errno != EINTR && errno != ECONNABORTED)
      return;
  }
}

/// The signals that end the program; from here on they wait for sigwait(), in every thread.
sigset_t held_signals() {
  sigset_t signals;
  sigemptyset(&signals);
  for (const int signal : {SIGINT, SIGTERM, SIGHUP}) sigaddset(&signals, signal);
  pthread_sigmask(SIG_BLOCK, &signals, nullptr);
  return signals;
}

}  // namespace

int explore(const ExploreOptions& options) {
  PageData data{.kind = "explore", .title = title_of(options.files)};
  if (!options.files.empty()) data.documents = documents_of(options.files);
  const Files files{.page = options.files.empty() ? page_text() : page_with(data),
                    .script = script_text()};
  const Socket listener(listening(options.port));
  const int port = port_of(listener.get());
  const sigset_t signals = held_signals();
  const std::string address = fmt::format("http://127.0.0.1:{}/", port);
  Output output;
  output.write(fmt::format("{}\n", address));
  if (output.is_terminal()) output.write("Ctrl-C ends it; only this machine can reach it.\n");
  if (options.browser) open_browser(address);
  std::vector<std::jthread> servers;
  servers.reserve(most_clients);
  try {
    for (int i = 0; i < most_clients; ++i)
      servers.emplace_back(serve_all, listener.get(), port, std::cref(files));
  } catch (const std::system_error&) {
    if (servers.empty()) throw std::runtime_error("explore: no thread can be started");
    complain(fmt::format("{} of {} threads could be started; going on with these", servers.size(),
                         most_clients));
  }
  int signal = 0;
  sigwait(&signals, &signal);
  shutdown(listener.get(), SHUT_RDWR);  // ends every accept4()
  return success;
}

}  // namespace carom::app
