import { createExecutionEvents, scriptChannel } from '#lib/agents/server/scripts/execution-events.ts'
import { createDiskRoom } from '#lib/platform/server/health/disk-room.ts'
import { followCurrentKey } from '#lib/platform/server/vault/current-key.ts'
import { joinInstances } from '#lib/skills/server/executions/instance.ts'
import type { Gazetteer } from '#lib/travel/server/places/gazetteer.ts'
import { loadGazetteer } from '#lib/travel/server/places/load-built.ts'
import { createPlaces, type Places } from '#lib/travel/server/places/places.ts'
import { newId } from '#runner/contract/ids.ts'
import { type ComposeOptions, openBase } from './open-base.ts'

export type Foundation = Awaited<ReturnType<typeof openFoundation>>

/** The base, this process's entry among the app's processes, and the cities and airports. */
export async function openFoundation(options: ComposeOptions, opened: AsyncDisposableStack) {
  const base = await openBase(options, opened)
  const { env, projectRoot, database, db, clock, randomBytes, log } = base
  const events = createExecutionEvents({ db, log })
  const fromScripts = { channel: scriptChannel, heard: events.heard }
  const currentKey = opened.use(followCurrentKey(db, log))
  const heard = [fromScripts, base.skillChanges.listening, currentKey.listening]
  const instanceId = newId('inst', randomBytes)
  // Closed after the instance, whose work is then free.
  opened.defer(() => events.left(instanceId))
  const instance = opened.use(await joinInstances(database.url, instanceId, log, ...heard))
  const folders = [env.dataDir, ...(database.folder === undefined ? [] : [database.folder])]
  let places: Places | undefined
  let gazetteer: Gazetteer | undefined
  return {
    ...base,
    events,
    instance,
    currentKey,
    /** Aborted when this process begins to stop. */
    draining: new AbortController(),
    /** Made at the first use, because a command that needs no place should not wait for them. */
    get places() {
      places ??= createPlaces({ root: projectRoot })
      return places
    },
    get gazetteer() {
      gazetteer ??= loadGazetteer(projectRoot)
      return gazetteer
    },
    diskRoom: createDiskRoom({ folders, now: clock.monotonic }),
  }
}
