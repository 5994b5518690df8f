import { pipe } from './pipe.ts'
import { type ContainerSubject, checkPrinted, inputOf, program } from './program.ts'

/**
 * The same image and program, started with Docker's command line, without network and limits: the minimum cost of a
 * container.
 */
export async function openDockerRun(image: string): Promise<ContainerSubject> {
  const settings = ['-e', 'TRAVEL_EGRESS=none', '-e', 'TRAVEL_TTL_MS=60000']
  const args = ['run', '--rm', '-i', '--network', 'none', ...settings, image, 'python3', '-c', program]
  return {
    name: 'docker run --network none',
    jobs: ['hello'],
    run: async (job) => checkPrinted(await pipe('docker', args, JSON.stringify(inputOf(job)))),
    async [Symbol.asyncDispose]() {},
  }
}
