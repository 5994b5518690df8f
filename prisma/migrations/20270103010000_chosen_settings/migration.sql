-- CreateTable
CREATE TABLE "chosen_settings" (
    "name" TEXT NOT NULL,
    "value" TEXT NOT NULL,

    CONSTRAINT "chosen_settings_pkey" PRIMARY KEY ("name")
);

