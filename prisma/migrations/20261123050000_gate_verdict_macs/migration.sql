-- Authenticates each verdict with a key of the instance. Verdicts without one are not believed, and made again.
ALTER TABLE "gate_verdicts" ADD COLUMN "mac" TEXT;
