#include "page_printer.hpp"

#include "output.hpp"

#include <array>
#include <cerrno>
#include <cstdlib>
#include <fcntl.h>
#include <filesystem>
#include <fmt/format.h>
#include <fstream>
#include <optional>
#include <spawn.h>
#include <sstream>
#include <stdexcept>
#include <sys/wait.h>
#include <unistd.h>

namespace carom::app {
namespace {

constexpr std::array<const char*, 5> printers{"chromium-headless-shell", "chromium",
                                              "chromium-browser", "google-chrome",
                                              "google-chrome-stable"};

/// A folder of our own that goes when we are done.
class TemporaryFolder {
 public:
  TemporaryFolder() {
    std::string pattern = (std::filesystem::temp_directory_path() / "carom-XXXXXX").string();
    if (mkdtemp(pattern.data()) == nullptr)
      throw std::runtime_error("no folder for temporary files can be made");
    path_ = pattern;
  }
  ~TemporaryFolder() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
  }
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;

  std::string file(const char* name) const { return (path_ / name).string(); }

 private:
  std::filesystem::path path_{};
};

/// How the program ended; absent if it is not installed.
std::optional<int> run(const char* program, std::vector<std::string> arguments) {
  std::vector<char*> pointers;
  for (std::string& argument : arguments) pointers.push_back(argument.data());
  pointers.push_back(nullptr);
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  for (const int stream : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO})
    posix_spawn_file_actions_addopen(&actions, stream, "/dev/null", O_RDWR, 0);
  pid_t child = 0;
  const int error = posix_spawnp(&child, program, &actions, nullptr, pointers.data(), environ);
  posix_spawn_file_actions_destroy(&actions);
  if (error == ENOENT) return std::nullopt;
  if (error != 0) return -1;
  int status = 0;
  while (waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  return status;
}

}  // namespace

void print_page(const std::string& html, const std::string& pdf,
                const std::vector<std::string>& inputs) {
  Output output(pdf, inputs);
  const TemporaryFolder folder;
  const std::string page = folder.file("page.html");
  const std::string printed = folder.file("page.pdf");
  std::ofstream(page, std::ios::binary) << html;
  for (const char* printer : printers) {
    const std::optional<int> status =
        run(printer, {printer, "--headless", "--no-sandbox", "--disable-gpu", "--disable-quic",
                      "--no-first-run", "--disable-background-networking",
                      "--user-data-dir=" + folder.file("profile"), "--no-pdf-header-footer",
                      "--print-to-pdf=" + printed, "file://" + page});
    if (!status) continue;
    std::ifstream stream(printed, std::ios::binary);
    if (*status != 0 || !stream)
      throw std::runtime_error(fmt::format(
          "{}: {} printed nothing; write the page with --html and print it from a browser", pdf,
          printer));
    std::ostringstream text;
    text << stream.rdbuf();
    output.write(text.str());
    output.finish();
    return;
  }
  throw std::runtime_error(fmt::format(
      "{}: no page printer is installed: "
      "apt install chromium-headless-shell, or write the page with --html and print it from a browser",
      pdf));
}

}  // namespace carom::app
