// Keys of several tenants in one place (H-6).

export interface TenantKeys {
  /** The key as it is kept. */
  readonly add: (key: string) => string;
  /** The key as the engine knows it. */
  readonly strip: (kept: string) => string;
}

/** Puts a tenant before keys. A tenant is a plain word, so that no two can overlap. */
export function tenantKeys(tenant = 'default'): TenantKeys {
  if (!/^[A-Za-z0-9._-]{1,64}$/.test(tenant)) {
    throw new RangeError(
      `tenant ${JSON.stringify(tenant)}: expected 1 to 64 letters, digits, dots, dashes or underscores`,
    );
  }
  const prefix = `${tenant}/`;
  return { add: (key) => prefix + key, strip: (kept) => kept.slice(prefix.length) };
}
