import type { Tx } from '#app/database/tables.ts'

/**
 * A new SESSION_SECRET ends every session, since their cookies are signed with the old one. Second factors stay: they
 * are encrypted again with the new secret.
 */
export async function replaceSessionSecret(tx: Tx, reEncrypt: (data: string) => Promise<string>) {
  await tx.deleteFrom('sessions').execute()
  const rows = await tx.selectFrom('twoFactors').select(['id', 'secret', 'backupCodes']).execute()
  for (const { id, secret, backupCodes } of rows)
    await tx
      .updateTable('twoFactors')
      .set({ secret: await reEncrypt(secret), backupCodes: await reEncrypt(backupCodes) })
      .where('id', '=', id)
      .execute()
}
