import { Button } from '#app/ui/primitives/button.tsx'
import { adminBook as words } from '#content/pages/admin-appointments.ts'
import { services } from '#content/services.ts'

/** For which service times are shown. */
export function ServiceChoice({ path, chosen }: { path: string; chosen: string }) {
  return (
    <form className="adm-bar" action={path}>
      <div className="field">
        <label htmlFor="service">{words.service}</label>
        <select className="in" id="service" name="service" defaultValue={chosen}>
          {services.map(({ id, title }) => (
            <option key={id} value={id}>
              {title}
            </option>
          ))}
        </select>
      </div>
      <Button kind="line">{words.show}</Button>
    </form>
  )
}
