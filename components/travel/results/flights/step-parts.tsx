import { lazily } from '../../../ui/lazily.tsx'

// The rows and the controls of round trips in two steps; other lists never load them.

export const StepFeed = lazily(async () => (await import('./steps/step-feed.tsx')).StepFeed)

export const TripSteps = lazily(
  async () => (await import('./steps/trip-steps.tsx')).TripSteps,
  () => <div className="steps no-print" />,
)

export const StepSorts = lazily(async () => (await import('./steps/step-feed.tsx')).StepSorts)
