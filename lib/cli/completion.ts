import { Argument, Command } from 'commander'

const shells = ['bash', 'zsh', 'fish'] as const
type Shell = (typeof shells)[number]

/** Where each shell reads the script from. */
const places: Readonly<Record<Shell, string>> = {
  bash: 'eval "$(travel completion bash)" in ~/.bashrc',
  zsh: 'eval "$(travel completion zsh)" in ~/.zshrc, after compinit',
  fish: 'travel completion fish > ~/.config/fish/completions/travel.fish',
}

/** @param load the whole command line */
export const createCompletionCommand = (load: () => Promise<Command>): Command =>
  new Command('completion')
    .description('print a script that lets a shell complete commands and options')
    .addArgument(new Argument('<shell>', 'the shell').choices(shells))
    .addHelpText('after', `\nWhere it belongs:\n${shells.map((shell) => `  ${shell}: ${places[shell]}`).join('\n')}`)
    .action(async (shell: Shell) => {
      const nodes = nodesOf(await load(), '')
      process.stdout.write(scripts[shell](nodes))
    })

/** `path`: the words of a command. `words`: what may follow them. All are names of ours, without special characters. */
type Node = { readonly path: string; readonly words: readonly string[] }

function nodesOf(command: Command, path: string): readonly Node[] {
  const options = command.options.flatMap(({ long, hidden }) => (long && !hidden ? [long] : []))
  const words = [...command.commands.map((one) => one.name()), ...options, '--help']
  return [{ path, words }, ...command.commands.flatMap((one) => nodesOf(one, `${path} ${one.name()}`))]
}

const pathsOf = (nodes: readonly Node[]): string =>
  nodes.flatMap(({ path }) => (path === '' ? [] : [`'${path}'`])).join('|')

const branches = (nodes: readonly Node[]): string =>
  nodes.map(({ path, words }) => `    '${path}') words='${words.join(' ')}' ;;`).join('\n')

/** The shells follow the words before the cursor to a command. Files complete where no word of ours does. */
const scripts: Readonly<Record<Shell, (nodes: readonly Node[]) => string>> = {
  bash: (nodes) => `_travel() {
  local at='' words='' i
  for ((i = 1; i < COMP_CWORD; i++)); do
    case "$at \${COMP_WORDS[i]}" in
      ${pathsOf(nodes)}) at="$at \${COMP_WORDS[i]}" ;;
    esac
  done
  case "$at" in
${branches(nodes)}
  esac
  COMPREPLY=($(compgen -W "$words" -- "\${COMP_WORDS[COMP_CWORD]}"))
}
complete -o default -F _travel travel
`,
  zsh: (nodes) => `#compdef travel
_travel() {
  local at='' words_here='' words_before word
  words_before=("\${words[@]:1:$((CURRENT - 2))}")
  for word in "\${words_before[@]}"; do
    case "$at $word" in
      ${pathsOf(nodes)}) at="$at $word" ;;
    esac
  done
  case "$at" in
${branches(nodes).replaceAll(' words=', ' words_here=')}
  esac
  compadd -- \${=words_here}
  [[ "$PREFIX" == -* ]] || _files
}
compdef _travel travel
`,
  fish: (nodes) => `function __travel_is
  set -l at ''
  for word in (commandline -opc)[2..]
    switch "$at $word"
      case ${pathsOf(nodes).replaceAll('|', ' ')}
        set at "$at $word"
    end
  end
  test "$at" = "$argv[1]"
end
${nodes.flatMap(fishLines).join('\n')}
`,
}

/** fish names options apart from other words. */
const fishLines = ({ path, words }: Node): string[] =>
  words.map((word) => {
    const offer = word.startsWith('--') ? `-l ${word.slice(2)}` : `-a ${word}`
    return `complete -c travel -n "__travel_is '${path}'" ${offer}`
  })
