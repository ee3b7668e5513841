import { workPage } from '#app/http/page-kind.ts'
import { useSite } from '#app/http/site.ts'
import { PageTop } from '#app/ui/site/page-top.tsx'
import { ReachUs } from '#app/ui/site/reach-us.tsx'
import { profilePage } from '#content/pages/profile.ts'

export const handle = workPage()

/** Until there are accounts, the page says so. */
export default function Profile() {
  const site = useSite()
  const { clinic } = site
  return (
    <>
      <PageTop page={profilePage} site={site} path="/profile" noindex />
      <div className="wrap body stack">
        <p>{profilePage.text}</p>
        <ReachUs
          clinic={clinic}
          call={profilePage.call(clinic)}
          write={profilePage.write(clinic)}
          address={clinic.emails.general}
        />
        <ul className="row links">
          {profilePage.links.map(({ text, href }) => (
            <li key={href}>
              <a className="btn-text" href={href}>
                {text}
              </a>
            </li>
          ))}
        </ul>
      </div>
    </>
  )
}
