import type { EndCause } from './end-cause.ts'
import type { ErrorCode, ReasonRow } from './errors.ts'
import type { PermissionKind } from './operations/host-operations.ts'
import { questionReasons } from './question-reasons.ts'

/** The reasons that the runner gives. `{skill}` in a sentence is replaced by the name of the skill. */
export const runnerReasons = {
  prompt_skill: {
    code: 'CONFLICT',
    fault: 'caller',
    sentence: 'The skill {skill} has instructions for a model, and no code to run.',
    remedy: 'Give its instructions to a model: the MCP prompts and resources have them.',
  },
  method_undeclared: {
    code: 'EGRESS_BLOCKED',
    fault: 'author',
    sentence: 'The skill {skill} tried to use an HTTP method that it did not declare, and was stopped.',
    remedy: 'Declare the method under permissions.network.methods, or use a declared one.',
  },
  placeholder_managed: {
    code: 'EGRESS_BLOCKED',
    fault: 'author',
    sentence: 'The skill {skill} sent the placeholder of a credential that only the gateway adds, and was stopped.',
    remedy: 'Leave the placeholder out: the gateway adds the credential by itself.',
  },
  placeholder_host: {
    code: 'EGRESS_BLOCKED',
    fault: 'author',
    sentence: 'The skill {skill} tried to send a credential to a host that may not get it, and was stopped.',
    remedy: 'Send it only to the hosts of the credential, or ask the operator to add the host to the credential.',
  },
  placeholder_place: {
    code: 'EGRESS_BLOCKED',
    fault: 'author',
    sentence: 'The skill {skill} put the placeholder of a credential where it may not be, and was stopped.',
    remedy: 'Send the placeholder in a header, or ask the operator to allow the place for this key.',
  },
  credential_conflict: {
    code: 'EGRESS_BLOCKED',
    fault: 'operator',
    sentence: 'The gateway cannot add the credentials of the skill {skill} as they are stored.',
    remedy: 'Correct on the page of the credential how it is added to requests; the log names the conflict.',
  },
  address_withheld: {
    code: 'EGRESS_BLOCKED',
    fault: 'operator',
    sentence: 'The operator revoked or never approved an address that the skill {skill} needs.',
    remedy: 'Approve the host again.',
  },
  https_only: {
    code: 'EGRESS_BLOCKED',
    fault: 'author',
    sentence: 'The skill {skill} tried to send a request without https, and was stopped.',
    remedy: 'Use https: nothing else leaves the sandbox.',
  },
  header_refused: {
    code: 'EGRESS_BLOCKED',
    fault: 'author',
    sentence: 'The skill {skill} tried to send a header that it may not send, and was stopped.',
    remedy: 'Leave the header out; the log names it.',
  },
  header_twice: {
    code: 'EGRESS_BLOCKED',
    fault: 'author',
    sentence: 'The skill {skill} tried to send a header twice with different values, and was stopped.',
    remedy: 'Send the header once.',
  },
  url_invalid: {
    code: 'EGRESS_BLOCKED',
    fault: 'author',
    sentence: 'The skill {skill} tried to send a request to an invalid URL, and was stopped.',
    remedy: 'Name the host in full, as in https://api.example.com/v1.',
  },
  address_private: {
    code: 'EGRESS_BLOCKED',
    fault: 'author',
    sentence: 'The skill {skill} tried to reach an address that is not public, and was stopped.',
    remedy: 'Use a host with a public address.',
  },
  host_calls: {
    code: 'CAPABILITY_DENIED',
    fault: 'author',
    sentence: 'The skill {skill} made more host calls than its limit, and was stopped.',
    remedy: 'Make fewer host calls, or raise limits.host_calls.',
  },
  effects: {
    code: 'CAPABILITY_DENIED',
    fault: 'author',
    sentence: 'The skill {skill} tried to change something in an action that only reads, and was stopped.',
    remedy: 'Declare effects: [act] for the action.',
  },
  stored_answers: {
    code: 'CAPABILITY_DENIED',
    fault: 'author',
    sentence: 'The skill {skill} waits for an outside answer with more stored answers than are kept, and was stopped.',
    remedy: 'Fetch less before the call that waits, or make that call in another execution.',
  },
  ...questionReasons,
} as const satisfies Record<string, ReasonRow>
export type RunnerReason = keyof typeof runnerReasons

/** The reason for each cause. Undefined, like any other permission: the sentence of the code says it. */
const reasonOf: Readonly<
  Record<Exclude<EndCause, PermissionKind>, RunnerReason | undefined> & Partial<Record<PermissionKind, RunnerReason>>
> = {
  'network.methods': 'method_undeclared',
  effects: 'effects',
  host_calls: 'host_calls',
  stored_answers: 'stored_answers',
  managed_secret: 'placeholder_managed',
  secret_host: 'placeholder_host',
  secret_path: 'placeholder_place',
  secret_query: 'placeholder_place',
  secret_body: 'placeholder_place',
  added_credentials: 'credential_conflict',
  withheld: 'address_withheld',
  scheme: 'https_only',
  header: 'header_refused',
  header_twice: 'header_twice',
  url: 'url_invalid',
  address: 'address_private',
  closed: undefined,
}

/** The reason of an end with this code and cause. */
export function reasonOfCause(code: ErrorCode, cause: EndCause | undefined): RunnerReason | undefined {
  const reason = cause && reasonOf[cause]
  return reason && runnerReasons[reason].code === code ? reason : undefined
}
