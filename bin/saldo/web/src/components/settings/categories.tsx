/** The tree of categories: add, rename, move, delete. */
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { type Category, listCategories } from "../../api.ts";
import { createCategory, deleteCategory, updateCategory } from "../../api-bookkeeping.ts";
import { categoryOptions, treeOf } from "../../lib/category-tree.ts";
import { useChange } from "../../lib/use-change.ts";
import { strings } from "../../strings/index.ts";
import { Confirm } from "../confirm.tsx";
import { Field } from "../field.tsx";
import { Notice, explain } from "../notice.tsx";
import { Section } from "../section.tsx";
import { SelectField } from "../select-field.tsx";

type Task = { kind: "add" } | { kind: "edit" | "delete"; category: Category };

export default function Categories() {
  const categories = useQuery({ queryKey: ["categories"], queryFn: listCategories });
  const [task, setTask] = useState<Task | null>(null);
  const words = strings.categories;
  const row = (category: Category) => (
    <div className="row">
      <span className="grow">{category.name}</span>
      <button type="button" className="quiet" onClick={() => setTask({ kind: "edit", category })}>
        {words.edit}
        <span className="hidden"> {category.name}</span>
      </button>
      <button type="button" className="quiet" onClick={() => setTask({ kind: "delete", category })}>
        {words.delete}
        <span className="hidden"> {category.name}</span>
      </button>
    </div>
  );
  return (
    <Section title={words.title} hint={words.hint}>
      {categories.isError && <Notice tone="bad">{explain(categories.error)}</Notice>}
      <button type="button" className="button" onClick={() => setTask({ kind: "add" })}>
        {words.add}
      </button>
      <ul className="tree" aria-label={words.title}>
        {treeOf(categories.data ?? []).map(({ category, below }) => (
          <li key={category.id}>
            {row(category)}
            {below.length > 0 && (
              <ul>
                {below.map((child) => (
                  <li key={child.id}>{row(child)}</li>
                ))}
              </ul>
            )}
          </li>
        ))}
      </ul>
      {task?.kind === "delete" && (
        <Delete category={task.category} categories={categories.data ?? []} onClose={() => setTask(null)} />
      )}
      {task && task.kind !== "delete" && (
        <Edit
          category={task.kind === "edit" ? task.category : null}
          categories={categories.data ?? []}
          onClose={() => setTask(null)}
        />
      )}
    </Section>
  );
}

interface EditProps {
  category: Category | null;
  categories: Category[];
  onClose: () => void;
}

function Edit({ category, categories, onClose }: EditProps) {
  const words = strings.categories;
  const save = useChange(async (wanted: { name: string; parentId: string }) => {
    const { name, parentId } = wanted;
    await (category
      ? updateCategory(category.id, { name, parentId: parentId || null })
      : createCategory(parentId ? { name, parentId } : { name }));
  }, onClose);
  // There are two levels, so a category with subcategories must stay at the top.
  const hasBelow = categories.some(({ parentId }) => parentId === category?.id);
  const parents = hasBelow ? [] : treeOf(categories).filter((branch) => branch.category.id !== category?.id);
  return (
    <Confirm
      title={category ? words.editTitle : words.addTitle}
      confirm={strings.save}
      error={save.error}
      busy={save.isPending}
      onConfirm={(form) => save.mutate({ name: String(form.get("name")), parentId: String(form.get("parent") ?? "") })}
      onClose={onClose}
    >
      <Field label={words.name} name="name" defaultValue={category?.name} maxLength={100} required autoFocus />
      <SelectField
        label={words.parent}
        name="parent"
        defaultValue={category?.parentId ?? ""}
        options={[["", words.top], ...parents.map((branch) => [branch.category.id, branch.category.name] as const)]}
      />
    </Confirm>
  );
}

function Delete({ category, categories, onClose }: EditProps & { category: Category }) {
  const words = strings.categories;
  const remove = useChange((instead: string) => deleteCategory(category.id, instead), onClose);
  const others = categories.filter(({ id, parentId }) => id !== category.id && parentId !== category.id);
  return (
    <Confirm
      title={words.deleteTitle(category.name)}
      confirm={words.delete}
      danger
      error={remove.error}
      busy={remove.isPending}
      onConfirm={(form) => remove.mutate(String(form.get("instead")))}
      onClose={onClose}
    >
      <SelectField
        label={words.instead}
        name="instead"
        options={[["", strings.transactions.uncategorized], ...categoryOptions(others)]}
      />
    </Confirm>
  );
}
