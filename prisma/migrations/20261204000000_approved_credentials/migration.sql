-- AlterTable
ALTER TABLE "profile_keys" ADD COLUMN     "credential_id" TEXT;

-- The profiles that were locked before have the credentials that their keys name today.
UPDATE "profile_keys" SET "credential_id" = "credentials"."id"
FROM "credentials", "profiles"
WHERE "credentials"."name" = "profile_keys"."name" AND "profiles"."id" = "profile_keys"."profile_id" AND "profiles"."locked_at" IS NOT NULL;
