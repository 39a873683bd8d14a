import { defineCommand } from '../../command.ts';

// Each script calls `diwan __complete -- WORDS` and reads lines of `word<tab>explanation`. The last word is the one being typed.
// A word that begins with `@` is completed as a file name: `--data @app.json`.

const BASH = `_diwan() {
  local current=\${COMP_WORDS[COMP_CWORD]} line
  COMPREPLY=()
  if [[ $current == @* ]]; then
    compopt -o filenames 2>/dev/null
    while IFS= read -r line; do COMPREPLY+=("@$line"); done < <(compgen -f -- "\${current#@}")
    return
  fi
  while IFS= read -r line; do COMPREPLY+=("\${line%%$'\\t'*}"); done < <(diwan __complete -- "\${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null)
}
complete -F _diwan diwan`;

const ZSH = `#compdef diwan
_diwan() {
  local -a found
  local line
  if [[ $PREFIX == @* ]]; then
    compset -P @
    _files
    return
  fi
  while IFS= read -r line; do
    found+=("\${\${line%%$'\\t'*}//:/\\\\:}:\${line#*$'\\t'}")
  done < <(diwan __complete -- "\${(@)words[2,CURRENT]}" 2>/dev/null)
  _describe diwan found
}
compdef _diwan diwan`;

const FISH = `function __diwan_complete
  set -l words (commandline -opc) (commandline -ct)
  diwan __complete -- $words[2..-1] 2>/dev/null
end
complete -c diwan -f -a '(__diwan_complete)'
complete -c diwan -n 'string match -q -- "@*" (commandline -ct)' -F`;

const SCRIPTS: Readonly<Record<string, string>> = { bash: BASH, zsh: ZSH, fish: FISH };

export default defineCommand<string>({
  parse: ({ args: [shell = ''] }) => SCRIPTS[shell] ?? '',
  run: async ({ print }, script) => print.lines(script),
});
