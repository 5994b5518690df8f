import type { CommandEnd, Commands } from '../core/ports.ts'
import type { EgressSession } from '../egress/session.ts'
import { redactingText } from '../redact/redact-in-slices.ts'
import { runInSlices } from '../slices/run-in-slices.ts'
import { end, type OperationContext, operationOf, rejected } from './operation.ts'

const defaultTimeoutMs = 10_000
/** The maximum output of a program, even if the execution's limit for a response is higher. */
const maxOutputBytes = 4 * 1024 * 1024

export type ExecServices = {
  /** Absent: no skill runs a command. */
  readonly commands?: Commands | undefined
}

export const execOperations = {
  /** Runs a program that the manifest declares. The policy grants programs only to skills of tier local. */
  'exec.run': operationOf('exec.run', {
    open:
      ({ grant, session, denied, enter, acts, services: { commands }, signal }: OperationContext<ExecServices>) =>
      async ({ name, timeoutMs, ...given }) => {
        const { permissions, declared = permissions } = grant
        if (!declared.exec.includes(name)) {
          return end('CAPABILITY_DENIED', 'exec.run of a program that the manifest does not declare', 'exec')
        }
        if (!permissions.exec.includes(name)) {
          denied('exec', name)
          return rejected('CapabilityRevoked', `The permission exec ${name} was withheld`)
        }
        if (!commands) return rejected('CommandUnavailable', 'exec.run: no program runs here')
        using _slot = await enter()
        const ended = await commands.run({
          ...given,
          name,
          timeoutMs: timeoutMs ?? defaultTimeoutMs,
          maxOutputBytes: Math.min(grant.limits.responseKb * 1024, maxOutputBytes),
          acts,
          signal,
        })
        return answerOf(ended, session.redact)
      },
  }),
}

const textOf = (bytes: Uint8Array): string => new TextDecoder().decode(bytes)

/** The output of a program is untrusted and may contain a credential of this execution. */
async function answerOf(ended: CommandEnd, redact: EgressSession['redact']) {
  if (ended.kind === 'unconfigured') return end('NOT_CONFIGURED', ended.message)
  if (ended.kind === 'refused') return rejected(ended.name, `exec.run: ${ended.message}`)
  const { code } = ended
  const stdout = await runInSlices(redactingText(textOf(ended.stdout), redact))
  const stderr = await runInSlices(redactingText(textOf(ended.stderr), redact))
  return { kind: 'value', value: { code, stdout, stderr } } as const
}
