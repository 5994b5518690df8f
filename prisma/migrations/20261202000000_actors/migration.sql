-- The names change and the values stay, because the MAC of each row covers its values.
ALTER TABLE "audit_events" RENAME COLUMN "actor_user_id" TO "actor";
ALTER TABLE "audit_events" RENAME COLUMN "actor_source" TO "source";

ALTER TABLE "executions" ADD COLUMN "actor" TEXT;
ALTER TABLE "operator_messages" ADD COLUMN "actor" TEXT;
