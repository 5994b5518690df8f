import * as z from 'zod'
import { AddedKeys, NewProfile, NewProposal, ProfileView, ProposalView } from '#lib/agents/model/profile-schema.ts'
import {
  AcceptedExecution,
  ExecutionQuery,
  ExecutionView,
  LlmAnswer,
  NewExecution,
  RespondedExecution,
} from '#lib/agents/server/scripts/execution-schema.ts'
import { type ApiOperation, agent, anyone } from './operation.ts'

const profile = { description: 'The profile', schema: ProfileView }

/** The calls of agents. */
export const agentOperations: readonly ApiOperation[] = [
  anyone.post('/profiles', 'createProfile', {
    summary: 'Creates a profile. Its id is the only secret of its agent.',
    body: NewProfile,
    answers: { 201: profile },
    errors: ['CONFLICT'],
  }),
  agent.get('/profiles/{id}', 'readProfile', {
    summary: 'Reads a profile: its state, the names of its keys, hosts and limits.',
    answers: { 200: profile },
  }),
  agent.post('/profiles/{id}/keys', 'addKeys', {
    summary: 'Adds keys and hosts to an unlocked profile.',
    body: AddedKeys,
    answers: { 200: profile },
    errors: ['CONFLICT'],
  }),
  agent.delete('/profiles/{id}/keys/{name}', 'removeKey', {
    summary: 'Takes a key back from an unlocked profile.',
    answers: { 200: profile },
    errors: ['FORBIDDEN', 'CONFLICT'],
  }),
  agent.post('/profiles/{id}/proposals', 'propose', {
    summary: 'Asks the operator for a key or a host on a locked profile.',
    body: NewProposal,
    answers: { 201: { description: 'The proposal', schema: ProposalView } },
    errors: ['CONFLICT'],
  }),
  agent.post('/execute', 'execute', {
    summary: 'Queues a script of a locked profile.',
    body: NewExecution,
    answers: { 202: { description: 'The execution, which is queued', schema: AcceptedExecution } },
    errors: ['CONFLICT', 'RUNTIME_UNAVAILABLE'],
  }),
  agent.get('/executions/{id}', 'readExecution', {
    summary: 'Reads an execution, and with `wait` holds the answer back until it changes.',
    query: ExecutionQuery,
    answers: {
      200: { description: 'The execution', schema: ExecutionView },
      304: { description: 'It has not changed since the ETag in If-None-Match' },
    },
    errors: ['FORBIDDEN'],
  }),
  agent.post('/executions/{id}/respond', 'respond', {
    summary: 'Answers the prompt that an execution waits for.',
    body: LlmAnswer,
    answers: { 200: { description: 'The execution, which runs again', schema: RespondedExecution } },
    errors: ['CONFLICT'],
  }),
  agent.post('/executions/{id}/cancel', 'cancel', {
    summary: 'Ends an execution.',
    answers: { 200: { description: 'The execution', schema: ExecutionView } },
    errors: ['FORBIDDEN', 'CONFLICT'],
  }),
  anyone.get('/skill.md', 'readSkillDocument', {
    summary: 'Tells an agent how to use this instance; with an Authorization header, for its profile.',
    answers: { 200: { description: 'Markdown', type: 'text/markdown', schema: z.string() } },
    errors: ['UNAUTHENTICATED', 'NOT_FOUND'],
  }),
]
