-- AlterTable
ALTER TABLE "profile_keys" ADD COLUMN     "places" TEXT[] DEFAULT ARRAY[]::TEXT[];

-- The scripts of the profiles that were locked before go on working: the console shows what they may do.
UPDATE "profile_keys" SET "places" = ARRAY['path', 'query', 'body']
FROM "profiles"
WHERE "profiles"."id" = "profile_keys"."profile_id" AND "profiles"."locked_at" IS NOT NULL;
