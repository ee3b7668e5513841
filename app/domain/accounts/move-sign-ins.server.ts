import type { Tx } from '#app/database/tables.ts'

/**
 * With another SESSION_SECRET every sign-in ends: its cookie is signed by the one of before. Second factors stay; the
 * library encrypted them with it, so `reEncrypt` does it anew.
 */
export async function moveSignIns(tx: Tx, reEncrypt: (data: string) => Promise<string>) {
  await tx.deleteFrom('sessions').execute()
  const rows = await tx.selectFrom('two_factors').select(['id', 'secret', 'backup_codes']).execute()
  for (const { id, secret, backup_codes } of rows)
    await tx
      .updateTable('two_factors')
      .set({ secret: await reEncrypt(secret), backup_codes: await reEncrypt(backup_codes) })
      .where('id', '=', id)
      .execute()
}
