import type { SkillChanges } from '#lib/skills/server/registry/skill-changes.ts'
import type { CallFacts } from '#runner/contract/call-facts.ts'
import type { Log } from '#runner/core/ports.ts'
import type { Reading } from '../../confirmations/plain-facts.ts'
import type { ToolCaller } from '../agents-view.ts'
import type { SkillTools } from '../skill-tools.ts'
import { realtimeTool, type Tool } from '../tool.ts'
import { createRealtimeCalls, type ModelCall } from './realtime-calls.ts'
import { createTranscript, type Item, outputItem, type RealtimeEvent, readEvent } from './realtime-events.ts'
import type { RealtimeSocket } from './realtime-socket.ts'

/** A function that the host provides besides the skills, such as `ask_openclaw`. The host answers its calls. */
export type HostFunction = {
  readonly tool: Pick<Tool, 'name' | 'description' | 'parameters'>
  /** `given`: the arguments as the model wrote them. */
  call(given: string, signal: AbortSignal): Promise<unknown>
}

type RealtimePorts = {
  readonly tools: SkillTools
  readonly caller: ToolCaller
  /** Opens a connection to the session, also after a lost one. Rejects when the session is over. */
  connect(signal: AbortSignal): Promise<RealtimeSocket>
  readonly hostFunctions?: readonly HostFunction[]
  /** What the host knows about the call. The transcript comes from the session itself. */
  readonly call?: CallFacts
  /** The language of questions to the person. Absent: English. */
  readonly reading?: Reading | undefined
  readonly changes?: Pick<SkillChanges, 'subscribe'>
  readonly log: Pick<Log, 'warn' | 'error'>
}

export type RealtimeSession = AsyncDisposable & {
  /** Resolves when the session is over. */
  readonly ended: Promise<void>
}

/** Items that are remembered as no answer: the API adds an item to the conversation soon after its speech has ended. */
const maxEarlierItems = 8

/** A call whose arguments are still arriving. */
type OpenCall = { readonly turn: string; readonly item: Item; text: string }

/** Answers the function calls of one Realtime session until it ends. */
export async function startRealtimeSession(ports: RealtimePorts): Promise<RealtimeSession> {
  const { tools, caller, connect, hostFunctions = [], changes, log, call, reading } = ports
  const leaving = new AbortController()
  const { signal } = leaving
  const hosts = new Map(hostFunctions.map((one) => [one.tool.name, one]))
  const open = new Map<string, OpenCall>()
  /** Outputs that the API has not confirmed yet. They are sent again on a new connection. */
  const unconfirmed = new Map<string, object>()
  /** Turns with undelivered outputs. `ending`: turns that the model has ended and whose outputs are awaited. */
  const begun = new Set<string>()
  const ending = new Set<string>()
  let socket: RealtimeSocket | undefined
  /** The id of the current turn. `requested`: this session has requested a turn that has not begun yet. */
  let activeTurn: string | 'requested' | undefined
  /** While the person speaks, the API starts the next turn on its own. */
  let isPersonSpeaking = false
  let isTurnWanted = false
  /**
   * A question to the person without an answer. Until it has one, `confirmed: true` is ignored. `pending`: the turn that
   * asks it has not begun, so nothing that the person says is an answer.
   */
  let question: 'pending' | 'asked' | undefined
  /** Whether the person began to speak before the question was asked. This speech, and its item, is no answer. */
  let isEarlierSpeech = false
  const earlierItems: string[] = []
  /** The number of unanswered calls per function. Such a call may be about to ask for confirmation. */
  const running = new Map<string, number>()
  const questions: string[] = []
  /** The questions in the turn that this session requested last. */
  let requested: readonly string[] = []
  const transcript = createTranscript()
  let sessionId = ''

  const send = (event: object) => socket?.send(JSON.stringify(event))
  const answered = () => {
    if (question === 'asked') question = undefined
  }

  async function answer({ name, arguments: given }: ModelCall): Promise<unknown> {
    const host = hosts.get(name)
    if (host === undefined) {
      const known = { channel: 'realtime', id: sessionId, ...call, transcript: transcript.text() }
      const before = running.get(name) ?? 0
      running.set(name, before + 1)
      const asksPerson = question !== undefined || before > 0
      const asked = { name, arguments: given, caller, signal, call: known, asksPerson, reading }
      const output = await tools.handleSkillCall(asked)
      const left = (running.get(name) ?? 1) - 1
      if (left > 0) running.set(name, left)
      else running.delete(name)
      if (output.status === 'requires_confirmation') question = 'pending'
      return output
    }
    try {
      return await host.call(given, signal)
    } catch (cause) {
      log.error('a function of the host failed', { function: name, cause })
      return { status: 'error', message: 'That did not work. Please try again later.' }
    }
  }

  const calls = createRealtimeCalls({
    answer,
    signal,
    deliver({ callId, output }) {
      const event = outputItem(callId, output)
      unconfirmed.set(callId, event)
      send(event)
    },
  })

  async function announceTools(): Promise<void> {
    const skills = (await tools.getSkillTools(caller)).filter(({ name }) => !hosts.has(name)).map(realtimeTool)
    const own = hostFunctions.map(({ tool }) => ({ type: 'function', ...tool }))
    send({ type: 'session.update', session: { type: 'realtime', tools: [...own, ...skills], tool_choice: 'auto' } })
  }

  /** Requests the model's next turn once all outputs are delivered, no turn is active and the person is silent. */
  function goOn(): void {
    const mayGoOn = activeTurn === undefined && begun.size === 0 && !isPersonSpeaking
    if (!isTurnWanted || !mayGoOn || socket === undefined) return
    isTurnWanted = false
    activeTurn = 'requested'
    requested = questions.splice(0)
    const instructions = requested
      .map((question) => `Ask the person, in these words: ${JSON.stringify(question)}`)
      .join(' ')
    send({ type: 'response.create', ...(requested.length > 0 ? { response: { instructions } } : {}) })
  }

  /** Moves the questions of the requested turn, which has not begun, to the next turn. */
  function askAgain(): void {
    questions.unshift(...requested)
    if (requested.length > 0) question = 'pending'
    requested = []
  }

  function begin({ call_id, name, arguments: text = '' }: Item, turn: string): void {
    if (call_id === undefined || name === undefined) return
    begun.add(turn)
    calls.begin({ callId: call_id, name, arguments: text }, turn)
  }

  function finish(turn: string): void {
    if (ending.has(turn)) return
    ending.add(turn)
    endTurn(turn).catch((cause: unknown) => log.error('a turn of a Realtime session failed', { cause }))
  }

  async function endTurn(turn: string): Promise<void> {
    const settled = await calls.settled(turn)
    begun.delete(turn)
    ending.delete(turn)
    questions.push(...settled.questions)
    isTurnWanted ||= settled.count > 0
    goOn()
  }

  /** Starts a complete call. An interrupted call is ignored, because its arguments are cut off. */
  function complete(item: Item, turn: string): void {
    if (item.type !== 'function_call' || item.id === undefined) return
    const text = item.arguments ?? open.get(item.id)?.text
    open.delete(item.id)
    if (item.status !== 'incomplete') begin({ ...item, ...(text === undefined ? {} : { arguments: text }) }, turn)
  }

  function handle(event: RealtimeEvent): void {
    switch (event.type) {
      case 'session.created':
        sessionId ||= event.session.id.slice(0, 200)
        break
      case 'conversation.item.input_audio_transcription.completed':
        transcript.add('Caller', event.transcript)
        break
      case 'response.output_audio_transcript.done':
        transcript.add('Agent', event.transcript)
        break
      case 'response.created':
        if (activeTurn === 'requested' && requested.length > 0 && question === 'pending') question = 'asked'
        activeTurn = event.response.id
        isPersonSpeaking = false
        // The new turn sees the outputs so far. Pending questions still need a turn with instructions.
        isTurnWanted = questions.length > 0
        break
      case 'response.output_item.added':
        if (event.item.type === 'function_call' && event.item.id !== undefined) {
          open.set(event.item.id, { turn: event.response_id, item: event.item, text: '' })
        }
        break
      case 'response.function_call_arguments.delta': {
        const call = open.get(event.item_id)
        if (call) call.text += event.delta
        break
      }
      case 'response.function_call_arguments.done': {
        const call = open.get(event.item_id)
        if (call) complete({ ...call.item, arguments: event.arguments, status: 'completed' }, call.turn)
        break
      }
      case 'response.output_item.done':
        complete(event.item, event.response_id)
        break
      case 'response.done': {
        const { id, output } = event.response
        for (const item of output) if (item.status === 'completed') complete(item, id)
        for (const [itemId, { turn }] of open) if (turn === id) open.delete(itemId)
        activeTurn = undefined
        finish(id)
        break
      }
      case 'conversation.item.added':
      case 'conversation.item.created':
        if (event.item.type === 'function_call_output') unconfirmed.delete(event.item.call_id ?? '')
        if (event.item.role === 'user' && !earlierItems.includes(event.item.id ?? '')) answered()
        break
      case 'conversation.item.retrieved': {
        const call = open.get(event.item.id ?? '')
        if (!call || event.item.status !== 'completed') break
        complete(event.item, call.turn)
        finish(call.turn)
        break
      }
      case 'input_audio_buffer.speech_started':
        isPersonSpeaking = true
        isEarlierSpeech = question !== 'asked'
        answered()
        break
      case 'input_audio_buffer.committed':
        if (!isEarlierSpeech) answered()
        else if (event.item_id !== undefined) earlierItems.push(event.item_id)
        if (earlierItems.length > maxEarlierItems) earlierItems.shift()
        isEarlierSpeech = false
        break
      case 'error':
        // Another turn began meanwhile: the next one is requested after it, with the same questions.
        if (event.error.code === 'conversation_already_has_active_response') {
          isTurnWanted = true
          askAgain()
        } else if (activeTurn === 'requested' && !event.error.event_id) {
          // An error that names an event is about an output or a fetched call, not about the requested turn.
          activeTurn = undefined
          askAgain()
        }
        break
    }
  }

  /**
   * After a reconnect: fetches calls that were cut off, sends outputs again that may have been lost, and requests the
   * turn that is due.
   */
  function resume(): void {
    for (const item_id of open.keys()) send({ type: 'conversation.item.retrieve', event_id: item_id, item_id })
    for (const event of unconfirmed.values()) send(event)
    for (const turn of begun) finish(turn)
    goOn()
  }

  async function join(isFirst: boolean): Promise<{ readonly closed: Promise<void> }> {
    const joined = await connect(signal)
    const { promise: closed, resolve } = Promise.withResolvers<void>()
    if (activeTurn === 'requested') {
      // The request may be lost. If it is not, the worst effect is that the person hears the question twice.
      isTurnWanted = true
      askAgain()
    }
    activeTurn = undefined
    isPersonSpeaking = false
    joined.addEventListener('message', ({ data }) => {
      const event = readEvent(data)
      if (event !== undefined) handle(event)
    })
    joined.addEventListener('close', () => {
      if (socket === joined) socket = undefined
      resolve()
    })
    socket = joined
    try {
      await announceTools()
    } catch (cause) {
      joined.close()
      throw cause
    }
    if (!isFirst) resume()
    return { closed }
  }

  async function stay({ closed: first }: { readonly closed: Promise<void> }): Promise<void> {
    let closed = first
    for (;;) {
      await closed
      if (signal.aborted) return
      closed = (await join(false)).closed
    }
  }

  const first = await join(true)
  const stop = changes?.subscribe(() => {
    announceTools().catch((cause: unknown) => log.error('a Realtime session has an old list of tools', { cause }))
  })
  const ended = stay(first)
    .catch((cause: unknown) => {
      if (!signal.aborted) log.warn('a Realtime session ended', { cause })
    })
    .finally(() => {
      stop?.()
      leaving.abort()
    })
  return {
    ended,
    async [Symbol.asyncDispose]() {
      leaving.abort()
      socket?.close()
      await ended
    },
  }
}
