import type { Tx } from '#app/database/tables.ts'

/**
 * With another SESSION_SECRET every sign-in ends: its cookie is signed by the one of before. Second factors stay; the
 * library encrypted them with it, so `reEncrypt` does it anew.
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
