import { data, Link } from 'react-router'
import { AdminPage } from '#app/http/admin-page.tsx'
import { getStaff } from '#app/http/admin.server.ts'
import { toMenu } from '#app/http/menu.server.ts'
import { servicesContext } from '#app/http/context.ts'
import { typedFields } from '#app/http/parse-form.ts'
import { menus } from '#app/public-pages.ts'
import { AdminIcon } from '#app/ui/admin/admin-icon.tsx'
import { ActionForm } from '#app/ui/forms/action-form.tsx'
import { Button } from '#app/ui/primitives/button.tsx'
import { Note } from '#app/ui/primitives/note.tsx'
import { admin } from '#content/pages/admin.ts'
import { searchPage as words } from './search-words.ts'
import { findCommands } from './find-commands.ts'
import { searchRecords } from './search-records.server.ts'
import { toWebsiteLinks } from './website-links.ts'
import type { Route } from './+types/search.ts'

/** The search without scripts. With them the same search opens above the page (`Palette`). */
export const loader = ({ context }: Route.LoaderArgs) => ({
  typed: '',
  groups: findCommands(toMenu(getStaff(context).role, context.get(servicesContext)), '', []),
  isUnread: false,
})

export async function action({ request, context }: Route.ActionArgs) {
  const { q = '' } = await typedFields(request)
  const records = await searchRecords(context, q)
  const menu = toMenu(getStaff(context).role, context.get(servicesContext))
  const groups = [...findCommands(menu, q, toWebsiteLinks(menus)), ...(records ?? [])]
  return data({ typed: q, groups, isUnread: records === undefined }, { status: records ? 200 : 503 })
}

export default function Search({ loaderData, actionData }: Route.ComponentProps) {
  const { typed, groups, isUnread } = actionData ?? loaderData
  return (
    <AdminPage title={words.title}>
      <div className="stack">
        <ActionForm action="/admin/search" role="search" className="adm-bar">
          <div className="field">
            <label htmlFor="search">{admin.search}</label>
            <p className="hint" id="search-hint">
              {words.hint}
            </p>
            <input
              className="in"
              id="search"
              name="q"
              type="search"
              maxLength={200}
              autoComplete="off"
              aria-describedby="search-hint"
              defaultValue={typed}
            />
          </div>
          <Button kind="line">{words.button}</Button>
        </ActionForm>
        {isUnread && <Note kind="error">{words.failed}</Note>}
        {groups.length === 0 && !isUnread && <p className="lead">{words.none(typed)}</p>}
        <div className="adm-all">
          {groups.map(({ name, items }) => (
            <section key={name} aria-labelledby={`found-${name}`}>
              <h2 id={`found-${name}`}>{name}</h2>
              <ul className="panel">
                {items.map(({ href, text, hint, icon }) => (
                  <li key={href + text}>
                    <Link to={href} reloadDocument={!href.startsWith('/admin')}>
                      <AdminIcon name={icon} />
                      <span>
                        <bdi>{text}</bdi>
                        {hint && <span className="hint num"> {hint}</span>}
                      </span>
                      <AdminIcon name="next" />
                    </Link>
                  </li>
                ))}
              </ul>
            </section>
          ))}
        </div>
      </div>
    </AdminPage>
  )
}
