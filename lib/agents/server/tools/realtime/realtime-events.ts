import * as z from 'zod'
import { lastOf } from '#runner/contract/call-facts.ts'
import { withoutHidden } from '#runner/contract/hidden-text.ts'
import { sha256 } from '#runner/core/hash.ts'
import { jsonOrNot } from '#runner/core/json-or-not.ts'

const Item = z.object({
  type: z.string(),
  id: z.string().optional(),
  call_id: z.string().optional(),
  name: z.string().optional(),
  arguments: z.string().optional(),
  status: z.string().optional(),
  role: z.string().optional(),
})
export type Item = z.infer<typeof Item>

/** The events of the Realtime API that are needed for function calls. All others are ignored. */
export const RealtimeEvent = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('session.created'),
    session: z.object({ id: z.string().default('') }).default({ id: '' }),
  }),
  z.object({ type: z.literal('conversation.item.input_audio_transcription.completed'), transcript: z.string() }),
  z.object({ type: z.literal('response.output_audio_transcript.done'), transcript: z.string() }),
  z.object({ type: z.literal('response.created'), response: z.object({ id: z.string() }) }),
  z.object({ type: z.literal('response.output_item.added'), response_id: z.string(), item: Item }),
  z.object({ type: z.literal('response.function_call_arguments.delta'), item_id: z.string(), delta: z.string() }),
  z.object({ type: z.literal('response.function_call_arguments.done'), item_id: z.string(), arguments: z.string() }),
  z.object({ type: z.literal('response.output_item.done'), response_id: z.string(), item: Item }),
  z.object({
    type: z.literal('response.done'),
    response: z.object({ id: z.string(), status: z.string(), output: z.array(Item).default([]) }),
  }),
  z.object({ type: z.literal('conversation.item.added'), item: Item }),
  z.object({ type: z.literal('conversation.item.created'), item: Item }),
  z.object({ type: z.literal('conversation.item.retrieved'), item: Item }),
  z.object({ type: z.literal('input_audio_buffer.speech_started') }),
  z.object({ type: z.literal('input_audio_buffer.committed'), item_id: z.string().optional() }),
  z.object({
    type: z.literal('error'),
    /** `event_id`: of the client's event that caused the error, if that event has one. */
    error: z.object({ code: z.string().nullish(), event_id: z.string().nullish() }),
  }),
])
export type RealtimeEvent = z.infer<typeof RealtimeEvent>

/** Undefined if the data is not JSON or not one of the events above. */
export function readEvent(data: unknown): RealtimeEvent | undefined {
  return RealtimeEvent.safeParse(jsonOrNot(String(data))).data
}

/**
 * The output of a call as an item. The app chooses that item's id, so that a repeated output adds no second item. The
 * API's error about a repeated output names the event's id.
 */
export function outputItem(callId: string, output: unknown) {
  const id = itemIdOf(callId)
  const item = { id, type: 'function_call_output', call_id: callId, output: JSON.stringify(output) }
  return { type: 'conversation.item.create', event_id: id, item }
}

const longestItemId = 32

/** A different id for each call of a session. */
function itemIdOf(callId: string): string {
  const id = `out_${callId}`
  if (id.length <= longestItemId) return id
  return `out_${sha256(callId)}`.slice(0, longestItemId)
}

/** What was said in a session, one line for each turn. A long transcript keeps only its end. */
export function createTranscript() {
  let said = ''
  return {
    add(who: 'Caller' | 'Agent', words: string): void {
      const line = withoutHidden(words).replaceAll(/\s+/g, ' ').trim()
      if (line !== '') said = lastOf(`${said}${who}: ${line}\n`)
    },
    text: (): string => said,
  }
}
