/** The host functions that AJS calls without `await`. `runner/sdk/ajs.ts` exports them. */
export const ajsNames = ['httpFetch', 'llmPredict', 'memoryRecall', 'shellExec', 'fileRead', 'fileWrite'] as const
