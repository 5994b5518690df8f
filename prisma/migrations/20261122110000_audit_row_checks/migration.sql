-- What no row of the trail has, none gets any more. NOT VALID: a row that is there already is found by the check of the trail, and does
-- not stop a start here.
ALTER TABLE "audit_events"
  ADD CONSTRAINT "audit_events_place" CHECK ("id" > 0 AND "id" < 9007199254740992) NOT VALID,
  ADD CONSTRAINT "audit_events_moment" CHECK ("at" >= '1970-01-01T00:00:00Z' AND "at" < '10000-01-01T00:00:00Z') NOT VALID,
  ADD CONSTRAINT "audit_events_detail" CHECK (jsonb_typeof("detail") = 'object' AND octet_length("detail"::text) <= 65536) NOT VALID;

-- A row with the hash of the last one in this column kept every later row out.
DROP INDEX "audit_events_prev_hash_key";
