import '#app/ui/styles/pictures.css'
import { Link } from 'react-router'
import { findContentUses } from '#app/domain/content/picture-uses.server.ts'
import { fileAddress, picturePath, webpOf } from '#app/domain/pictures/picture.ts'
import type { FormState } from '#app/domain/shared/form-state.ts'
import { addUploadedPicture } from '#app/http/add-picture.server.ts'
import { AdminPage } from '#app/http/admin-page.tsx'
import { servicesContext } from '#app/http/context.ts'
import { redirectDone } from '#app/http/done.ts'
import { loadOr503 } from '#app/http/load.ts'
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

export async function action({ request, context }: Route.ActionArgs) {
  return addUploadedPicture(request, context, (picture, typed) =>
    redirectDone(context, typed, { record: picturePath(picture.id), text: words.added }),
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
