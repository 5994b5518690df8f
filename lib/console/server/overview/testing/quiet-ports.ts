import type { TaskPorts } from '../find-tasks.ts'

/** An app without skills, with room on the disk and a whole audit trail. */
export const quietPorts = {
  skills: { problems: async () => [], all: async () => [] },
  releases: {
    checkOf: async () => {
      throw new Error('there is no skill')
    },
  },
  diskRoom: { problem: () => undefined },
  audit: { problems: () => [] },
} satisfies Omit<TaskPorts, 'db'>
