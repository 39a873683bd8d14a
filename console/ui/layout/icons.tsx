import type { ReactNode } from 'react';

/** Our own drawings on a grid of 20, in the colour of the text. They are decoration: the text beside them is the name. */
function Icon({ children, size = 20 }: { readonly children: ReactNode; readonly size?: number }) {
  return (
    <svg
      viewBox="0 0 20 20"
      width={size}
      height={size}
      fill="none"
      stroke="currentColor"
      strokeWidth="1.6"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      focusable="false"
    >
      {children}
    </svg>
  );
}

/** The arch of the home page. */
export function BrandIcon() {
  return (
    <svg className="arch" viewBox="0 0 36 36" aria-hidden="true" focusable="false">
      <rect width="36" height="36" rx="9" fill="#0f766e" />
      <path d="M10 28V17a8 8 0 0 1 16 0v11M15 21h6M15 25h6" fill="none" stroke="#fff" strokeWidth="2.6" strokeLinecap="round" />
    </svg>
  );
}

export const TodayIcon = () => (
  <Icon>
    <path d="M3 16.5h14M5.5 13a4.5 4.5 0 0 1 9 0M10 3.5v2M3.8 6.8l1.4 1.4M16.2 6.8l-1.4 1.4" />
  </Icon>
);

export const ModerationIcon = () => (
  <Icon>
    <path d="M3 4.5h14v9H9l-3.5 3v-3H3zM7 9l2.2 2.2L13 7.2" />
  </Icon>
);

export const UsersIcon = () => (
  <Icon>
    <circle cx="7.5" cy="7" r="3" />
    <path d="M2 16.5c.4-3 2.6-4.7 5.5-4.7s5.1 1.7 5.5 4.7M13 4.3a3 3 0 0 1 0 5.4M15 12.3c1.7.7 2.7 2.1 3 4.2" />
  </Icon>
);

export const PersonIcon = () => (
  <Icon>
    <circle cx="10" cy="7" r="3.2" />
    <path d="M3.8 17c.6-3.2 3-5 6.2-5s5.6 1.8 6.2 5" />
  </Icon>
);

export const AppsIcon = () => (
  <Icon>
    <rect x="5.5" y="2.5" width="9" height="15" rx="2" />
    <path d="M9 15h2" />
  </Icon>
);

export const PlansIcon = () => (
  <Icon>
    <path d="M3 4h4v12H3zM8.5 4h4v8h-4zM14 4h3v5h-3z" />
  </Icon>
);

export const AuditIcon = () => (
  <Icon>
    <path d="M5 2.5h7l3.5 3.5v11.5H5zM8 9h5M8 12h5M8 6h2" />
  </Icon>
);

export const SettingsIcon = () => (
  <Icon>
    <path d="M3 6h7M14 6h3M3 14h3M10 14h7" />
    <circle cx="12" cy="6" r="2" />
    <circle cx="8" cy="14" r="2" />
  </Icon>
);

export const SearchIcon = () => (
  <Icon size={18}>
    <circle cx="8.5" cy="8.5" r="5" />
    <path d="m12.3 12.3 4.2 4.2" />
  </Icon>
);

export const ChevronIcon = () => (
  <Icon size={14}>
    <path d="m5 8 5 5 5-5" />
  </Icon>
);

export const CheckIcon = () => (
  <Icon size={14}>
    <path d="m4 10.5 4 4 8-9" strokeWidth="2.6" />
  </Icon>
);

export const CloseIcon = () => (
  <Icon size={18}>
    <path d="m5 5 10 10M15 5 5 15" />
  </Icon>
);

export const MoreIcon = () => (
  <Icon size={18}>
    <path d="M4.5 10h.01M10 10h.01M15.5 10h.01" strokeWidth="2.6" />
  </Icon>
);

export const WarningIcon = () => (
  <Icon>
    <path d="M10 3 2.5 16.5h15zM10 8v4M10 14.3v.01" />
  </Icon>
);

export const OfflineIcon = () => (
  <Icon size={18}>
    <path d="M3 3l14 14M6 9.5a6 6 0 0 1 2-1.2M12.5 8.6A6 6 0 0 1 14.5 10M10 15h.01" />
  </Icon>
);
