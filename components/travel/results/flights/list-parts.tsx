import { lazily } from '../../../ui/lazily.tsx'

// The rows and the controls of a list. Round trips in two steps never load those of whole trips, and the other way round.

export const FlightFeed = lazily(async () => (await import('./flight-feed.tsx')).FlightFeed)

export const StepFeed = lazily(async () => (await import('./steps/step-feed.tsx')).StepFeed)

export const TripSteps = lazily(
  async () => (await import('./steps/trip-steps.tsx')).TripSteps,
  () => <div className="steps no-print" />,
)

export const StepSorts = lazily(async () => (await import('./steps/step-sorts.tsx')).StepSorts)

export const StepSkeleton = lazily(async () => (await import('./steps/step-skeleton.tsx')).StepSkeleton)
