/** Every table of the service. Each part adds its own, beside the migrations that create them. */
export interface DatabaseSchema {}
