import type { PolicyRow } from '#lib/console/model/console-skill.ts'
import type { IconName } from '../../ui/icon.tsx'

type Words = { readonly icon: IconName; readonly verb: string; readonly detail: string; readonly effect: string }

/** What a permission lets a skill do, and what the skill loses without it. */
export function wordsOf({ permission, item }: Pick<PolicyRow, 'permission' | 'item'>): Words {
  switch (permission) {
    case 'network.egress':
      return {
        icon: 'globe',
        verb: `Contact ${item}`,
        detail: 'Over HTTPS, with the methods that it may use.',
        effect: `Requests to ${item} are refused. The skill can go on without them.`,
      }
    case 'network.methods':
      return {
        icon: 'globe',
        verb: `Send ${item} requests`,
        detail: 'To the hosts that it may contact.',
        effect: `${item} requests are refused, to every host.`,
      }
    case 'secrets':
      return {
        icon: 'key',
        verb: `Use the secret ${item}`,
        detail: 'The skill sees a placeholder. The gateway puts the value in, outside of the sandbox.',
        effect: `Requests that need ${item} are refused.`,
      }
    case 'filesystem.read':
      return {
        icon: 'file',
        verb: `Read ${item}`,
        detail: 'In its own folder, following no links.',
        effect: `It can no longer read ${item}.`,
      }
    case 'filesystem.write':
      return {
        icon: 'file',
        verb: `Write ${item}`,
        detail: 'In its own folder, for actions that act.',
        effect: `It can no longer write ${item}.`,
      }
    case 'exec':
      return {
        icon: 'code',
        verb: `Run ${item}`,
        detail: 'A program, by name, in a sandbox of its own.',
        effect: `It can no longer start ${item}.`,
      }
    case 'llm':
      return {
        icon: 'agent',
        verb: 'Ask a language model',
        detail: 'Prompts are redacted first.',
        effect: 'Its prompts are refused.',
      }
    case 'memory':
      return {
        icon: 'file',
        verb: 'Recall memory',
        detail: 'Only what its caller did.',
        effect: 'Its recalls are refused.',
      }
    case 'messages':
      return {
        icon: 'message',
        verb: 'Send messages',
        detail: 'To the operator only.',
        effect: 'Its messages are refused.',
      }
    case 'gateway':
      return {
        icon: 'external',
        verb: 'Call the OpenClaw gateway',
        detail: 'Only the one in the settings, for actions that act.',
        effect: 'Its posts are refused.',
      }
  }
}
