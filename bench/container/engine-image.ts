import { createSkillImages } from '../../runner/runtimes/container/create-skill-images.ts'
import { connectEngine, type EngineAddress } from '../../runner/runtimes/container/engine.ts'

/** The base image. Throws if the Docker engine does not answer. */
export async function engineImage(engine: EngineAddress) {
  await connectEngine({ address: engine, timeoutMs: 5000 }).info()
  const { signal } = new AbortController()
  const images = await createSkillImages({
    projectDir: process.cwd(),
    operatorBase: process.env.TRAVEL_BASE_IMAGE,
    engine,
    signal,
  })
  return images.probe
}
