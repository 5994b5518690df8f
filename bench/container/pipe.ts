import { spawn } from 'node:child_process'
import { text } from 'node:stream/consumers'

/** Runs a program with this input and returns its output. Throws if it fails. */
export async function pipe(command: string, args: readonly string[], input: string): Promise<string> {
  const child = spawn(command, args, { stdio: ['pipe', 'pipe', 'pipe'] })
  const ended = new Promise<number | NodeJS.Signals | null>((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (code, signal) => resolve(code ?? signal))
  })
  child.stdin.on('error', () => {})
  child.stdin.end(input)
  const [printed, complaint, code] = await Promise.all([text(child.stdout), text(child.stderr), ended])
  if (code !== 0) throw new Error(`${command} exited with ${code}: ${complaint.trim().slice(-300)}`)
  return printed
}
