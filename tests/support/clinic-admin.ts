import { signInAsAdmin, withPassword } from './admin.ts'
import { formsIn } from './html-forms.ts'

/** The admin at /admin/clinic, without scripts: each part is posted with what its form holds. */
export async function clinicAdmin(site: { url: string }) {
  const admin = await signInAsAdmin(site)

  async function formOf(section: string) {
    const html = await (await admin.get('/admin/clinic')).text()
    const form = formsIn(html).find(
      ({ fields }) => fields.section === section && ('revision' in fields || 'firstDay' in fields),
    )
    if (!form) throw new Error(`there is no form for ${section}`)
    return { ...form, html }
  }

  return {
    ...admin,
    formOf,
    /** Presses Save, or another button, with these fields over those that the form holds now. */
    async press(section: string, typed: Record<string, string>, intent = 'save') {
      const { action, fields } = await formOf(section)
      // Boxes that are not ticked are not sent.
      const { tell: _, unavailable: __, ...sent } = fields
      // Where the clinic's mail goes is changed only by somebody who just showed who is there.
      return admin.post(action, { ...sent, ...typed, intent, ...(section === 'emails' && withPassword) })
    },
  }
}
