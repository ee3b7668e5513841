import '#app/ui/styles/pictures.css'
import { Link } from 'react-router'
import { findContentUses } from '#app/domain/content/picture-uses.server.ts'
import { newPictureForm } from '#app/domain/pictures/picture-form.server.ts'
import { fileAddress, mostPictureBytes, picturePath, webpOf } from '#app/domain/pictures/picture.ts'
import { addPicture } from '#app/domain/pictures/pictures.server.ts'
import type { FormState } from '#app/domain/shared/form-state.ts'
import { AdminPage } from '#app/http/admin-page.tsx'
import { getActor } from '#app/http/admin.server.ts'
import { servicesContext } from '#app/http/context.ts'
import { redirectDone } from '#app/http/done.ts'
import { loadOr503 } from '#app/http/load.ts'
import { checkFields } from '#app/http/parse-form.ts'
import { formError, showForm, submit } from '#app/http/submit.server.ts'
import { readUpload } from '#app/http/uploaded-file.server.ts'
import { EmptyList } from '#app/ui/admin/empty-list.tsx'
import { picturesWords as words } from '#content/pages/admin-pictures.ts'
import { UploadForm } from './upload-form.tsx'
import type { Route } from './+types/pictures.ts'

export async function loader({ context }: Route.LoaderArgs) {
  const { content, pictures } = context.get(servicesContext)
  // Another process may just have added one.
  await loadOr503(context, () => Promise.all([pictures.reload(), content.reload()]))
  return {
    pictures: pictures.list().map((picture) => {
      const [thumbnail] = webpOf(picture, 'square')
      return {
        id: picture.id,
        alt: picture.alt,
        thumbnail: thumbnail && fileAddress(picture, thumbnail),
        usedOn: findContentUses(content, picture.id).map(({ title }) => title),
      }
    }),
  }
}

const statuses = { 'not-a-picture': 415, 'too-many-pixels': 400, 'too-small': 400, damaged: 400, busy: 503 }

export async function action({ request, context }: Route.ActionArgs) {
  const services = context.get(servicesContext)
  const { typed, file, isTooLarge } = await readUpload(request, 'file', mostPictureBytes)
  const reject = (status: number, fieldErrors: Record<string, string>) => showForm(typed, status, { fieldErrors })
  if (isTooLarge) return reject(413, { file: words.problems['too-large'](mostPictureBytes / 1024 / 1024) })
  const checked = checkFields(typed, newPictureForm)
  const noFile = file && file.length > 0 ? undefined : { file: words.problems['no-file'] }
  if (noFile || !checked.ok) return reject(400, { ...noFile, ...(!checked.ok && checked.errors) })
  return submit(
    context,
    async () => {
      const picture = { bytes: file!, alt: checked.values.alt, now: Date.now() }
      const added = await addPicture(services, getActor(context), picture)
      if (added.ok) return redirectDone(context, typed, { record: picturePath(added.id), flash: 'picture-added' })
      services.log.info({ reason: added.reason, cause: added.cause }, 'a picture was refused')
      return reject(statuses[added.reason], { file: words.problems[added.reason] })
    },
    () => formError(503, words.failed, typed),
  )
}

export default function Pictures({ loaderData: { pictures }, actionData }: Route.ComponentProps) {
  const form: FormState = actionData?.form ?? {}
  return (
    <AdminPage title={words.title} aside={<span className="muted">{words.count(pictures.length)}</span>}>
      <div className="stack">
        <p className="adm-read">{words.lead}</p>
        <UploadForm form={form} />
        {pictures.length === 0 ? <EmptyList empty={words.empty} /> : <Library pictures={pictures} />}
      </div>
    </AdminPage>
  )
}

type Shown = Route.ComponentProps['loaderData']['pictures']

const Library = ({ pictures }: { pictures: Shown }) => (
  <ul className="pic-grid">
    {pictures.map(({ id, alt, thumbnail, usedOn }) => (
      <li key={id}>
        <Link to={picturePath(id)}>
          <img src={thumbnail} alt="" width={320} height={320} loading="lazy" />
          <span>{alt || words.decoration}</span>
        </Link>
        <p className="hint">{usedOn.length > 0 ? words.usedOn(usedOn.join(', ')) : words.unused}</p>
      </li>
    ))}
  </ul>
)
