// The page's requests answered by the native build, one line each, for the test that compares the two.

#include "requests.hpp"

#include <algorithm>
#include <iostream>
#include <string>

int main() {
  std::ios::sync_with_stdio(false);
  std::string line;
  while (std::getline(std::cin, line)) {
    std::string answer = carom::page::answer(line);
    std::replace(answer.begin(), answer.end(), '\n', ' ');  // between values; texts have it escaped
    std::cout << answer << '\n';
  }
}
