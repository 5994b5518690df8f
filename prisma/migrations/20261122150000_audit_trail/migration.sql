-- The rows of the hash chain become the lane "chain". Its position is the old number, its MAC the old hash.
ALTER TABLE "audit_events"
  DROP CONSTRAINT "audit_events_place",
  DROP CONSTRAINT "audit_events_moment",
  DROP CONSTRAINT "audit_events_detail",
  DROP CONSTRAINT "audit_events_pkey";
DROP INDEX "audit_events_hash_key";
ALTER TABLE "audit_events" RENAME COLUMN "id" TO "seq";
ALTER TABLE "audit_events" RENAME COLUMN "hash" TO "mac";
ALTER TABLE "audit_events" ADD COLUMN "lane" TEXT NOT NULL DEFAULT 'chain';
ALTER TABLE "audit_events"
  ALTER COLUMN "lane" DROP DEFAULT,
  ALTER COLUMN "prev_hash" DROP NOT NULL,
  -- Keeps the text as it was written: a change that jsonb would hide is a change of the row.
  ALTER COLUMN "detail" TYPE JSON USING "detail"::json,
  ADD CONSTRAINT "audit_events_pkey" PRIMARY KEY ("lane", "seq"),
  -- NOT VALID: rows that break these rules are found by the check of the trail, and must not stop a start.
  ADD CONSTRAINT "audit_events_place" CHECK ("seq" > 0 AND "seq" < 9007199254740992) NOT VALID,
  ADD CONSTRAINT "audit_events_moment" CHECK ("at" >= '1970-01-01T00:00:00Z' AND "at" < '10000-01-01T00:00:00Z') NOT VALID,
  ADD CONSTRAINT "audit_events_detail" CHECK (json_typeof("detail") = 'object' AND octet_length("detail"::text) <= 65536) NOT VALID;

-- CreateTable
CREATE TABLE "audit_lanes" (
    "id" TEXT NOT NULL,
    "next_seq" BIGINT NOT NULL,
    "mac" TEXT NOT NULL,

    CONSTRAINT "audit_lanes_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "audit_leaves" (
    "place" BIGINT NOT NULL,
    "lane" TEXT NOT NULL,
    "seq" BIGINT NOT NULL,
    "hash" TEXT NOT NULL,
    "mac" TEXT NOT NULL,

    CONSTRAINT "audit_leaves_pkey" PRIMARY KEY ("place")
);

-- CreateTable
CREATE TABLE "audit_tree_heads" (
    "size" BIGINT NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,
    "root" TEXT NOT NULL,
    "signature" TEXT NOT NULL,

    CONSTRAINT "audit_tree_heads_pkey" PRIMARY KEY ("size")
);

-- CreateTable
CREATE TABLE "audit_tree" (
    "id" INTEGER NOT NULL,
    "size" BIGINT NOT NULL,
    "frontier" JSONB NOT NULL,

    CONSTRAINT "audit_tree_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "audit_leaves_lane_seq_key" ON "audit_leaves"("lane", "seq");

-- The first start verifies the chain by its old rule and seals its rows as the first leaves of the tree.
INSERT INTO "audit_lanes" ("id", "next_seq", "mac") SELECT 'chain', max("seq") + 1, '' FROM "audit_events" HAVING count(*) > 0;
