import { Command } from 'commander'
import { faultNames } from '#runner/contract/errors.ts'
import { blameOf } from '#runner/contract/faults.ts'
import { ExecutionId } from '#runner/contract/ids.ts'
import { printableJson } from '#runner/core/json-or-not.ts'
import { type ReplayResult, whyNotCompared } from '#runner/run/replay.ts'
import { CommandFailure } from './expected-failure.ts'
import { withRunning } from './with-services.ts'

export const createSkillReplayCommand = (): Command =>
  new Command('replay')
    .description('rerun an execution from its journal, without network access; exit code 1 if it differs')
    .argument('<execution>', "the execution's id, exec_…")
    .option('--json', 'print one line of JSON')
    .action(async (execution: string, options: { json?: boolean }) => {
      const id = ExecutionId.safeParse(execution)
      if (!id.success) throw new CommandFailure(`${execution} is not an execution id (exec_ and 22 characters).`)
      // It reaches no provider, so no stand-in has to start.
      const result = await withRunning({ sample: 'off' }, ({ executions }) => executions.replay(id.data))
      process.stdout.write(options.json ? `${printableJson(result, 0)}\n` : readable(result))
      if (result.kind !== 'same') process.exitCode = 1
    })

function readable(result: ReplayResult): string {
  if (result.kind === 'refused') {
    const { code, message, fault, details = {} } = result.error
    const lines = Object.entries(details).map(([name, text]) => `  ${name}: ${printableJson(text, 0).slice(1, -1)}\n`)
    const { remedy } = blameOf(result.error)
    return `${code}: ${message}\n${lines.join('')}At fault: ${faultNames[fault]}. ${remedy}\n`
  }
  const { output, fuelUsed, hostCalls, endedOutside, fuelCheck, otherInterpreter } = result
  const upTo = endedOutside === undefined ? '' : `, up to its last recorded answer, where ${endedOutside} ended it`
  const why = whyNotCompared[fuelCheck]
  const fuelNote = why === undefined ? '' : `, not compared: ${why}`
  const interpreter = otherInterpreter === undefined ? '' : `${otherInterpreter}.\n`
  return `${printableJson(output, 2)}\n${interpreter}Identical${upTo} (host calls: ${hostCalls}, fuel: ${fuelUsed} units${fuelNote}).\n`
}
