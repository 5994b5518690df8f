import type { BackupTarget } from '../../../model/backup-plan.ts'
import { BackupError } from '../backup-format.ts'
import { type BackupStore, createFolderStore, type S3Key } from './stores.ts'

export async function openStore(target: BackupTarget, s3Key: S3Key | undefined): Promise<BackupStore> {
  if (target.kind === 'folder') return createFolderStore(target.path)
  if (s3Key === undefined) {
    throw new BackupError('The storage needs TRAVEL_BACKUP_S3_KEY_ID and TRAVEL_BACKUP_S3_SECRET in the environment.')
  }
  const { createS3Store } = await import('./s3-store.ts')
  return createS3Store(target, s3Key)
}
