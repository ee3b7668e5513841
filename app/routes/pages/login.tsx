import { Link } from 'react-router'
import { workPage } from '#app/http/page-kind.ts'
import { useSite } from '#app/http/site.ts'
import { PageTop } from '#app/ui/site/page-top.tsx'
import { ReachUs } from '#app/ui/site/reach-us.tsx'
import { loginPage } from '#content/pages/login.ts'

export const handle = workPage()

/** Until there are accounts, the page says so. */
export default function Login() {
  const site = useSite()
  const { clinic } = site
  return (
    <>
      <PageTop page={loginPage} site={site} path="/login" noindex />
      <div className="wrap body stack">
        <p>{loginPage.text}</p>
        <ReachUs
          clinic={clinic}
          call={loginPage.call(clinic)}
          write={loginPage.write(clinic)}
          address={clinic.emails.booking}
        />
        <ul className="row links">
          {loginPage.links.map(({ text, href }) => (
            <li key={href}>
              <a className="btn-text" href={href}>
                {text}
              </a>
            </li>
          ))}
          <li>
            <Link className="btn-text" to="/cart">
              {loginPage.cartLink.text}
            </Link>
          </li>
        </ul>
      </div>
    </>
  )
}
