/** Where Today's forms post: as an index page it has the address of the dashboard's layout. */
export const todayAction = '/admin?index'
