-- Only rows of the hash chain had a previous hash, and no version that wrote them was released.
ALTER TABLE "audit_events" DROP COLUMN "prev_hash";
