# shellcheck shell=bash
# Sourced by the scripts that send the requests of the page of warp-film --edit with curl.
# Needs curl on the PATH.

# shellcheck source=edit.sh
. "${BASH_SOURCE[0]%/*}/edit.sh"

# post_fields PATH FIELD…: sends a POST request of the page, with the fields separated by NUL. Prints the status, and
# saves the reply in the file `reply`.
post_fields() {
  local field
  printf %s "${2-}" >body
  for field in "${@:3}"; do printf '\0%s' "$field" >>body; done
  curl -s -o reply --max-time 60 -w '%{http_code}' -H "Origin: ${address%/*/}" --data-binary @body "$address$1"
}

# due STATUS PATH FIELD…: sends a POST request, and prints an error unless it has this status.
due() {
  local got
  got=$(post_fields "${@:2}") || true
  [[ $got == "$1" ]] || echo "$got, not $1: ${*:2}: $(head -c 200 reply)"
}

# facts NAME: prints a fact of the page, as JSON.
facts() {
  curl -s "$address" | tr '\n' ' ' |
    grep -aoE "[ {]$1: (\"([^\"\\\\]|\\\\.)*\"|\\{[^}]*\\}|\\[[^]]*\\])" | head -n 1 | cut -d : -f 2-
}
