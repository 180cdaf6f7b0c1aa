// The sources of candidates: each knows what may come at some kind of place. One table, in places.cpp, says which place
// has which source.
//
// In:      a place.
// Out:     its candidates, in the offers of the place.
// Refused: nothing.
//
// Sources: schema_sources.cpp, column_sources.cpp, value_sources.cpp, option_sources.cpp.
#pragma once

#include "shell/completion/typed_place.h"

namespace cellar {

/// For names that are new, and for what Cellar does not run.
void offer_nothing(const TypedPlace& place);

// Names of the schema; a qualified one begins with the keyspaces.
void offer_keyspaces(const TypedPlace& place);
void offer_new_qualified_name(const TypedPlace& place);
void offer_tables(const TypedPlace& place);
void offer_tables_and_views(const TypedPlace& place);
void offer_views(const TypedPlace& place);
void offer_view_or_its_base(const TypedPlace& place);
void offer_described_name(const TypedPlace& place);
void offer_indexes(const TypedPlace& place);
void offer_user_types(const TypedPlace& place);
void offer_type_words(const TypedPlace& place);

// Columns.
void offer_selected(const TypedPlace& place);
void offer_columns_of_condition(const TypedPlace& place);
void offer_columns_of_tuple(const TypedPlace& place);
void offer_operators(const TypedPlace& place);
void offer_columns_to_insert(const TypedPlace& place);
void offer_columns_to_set(const TypedPlace& place);
void offer_assignment_marks(const TypedPlace& place);
void offer_other_columns(const TypedPlace& place);  // than those of the key
void offer_columns_to_index(const TypedPlace& place);
void offer_parts_to_index(const TypedPlace& place);
void offer_order(const TypedPlace& place);
void offer_directions(const TypedPlace& place);
void offer_groups(const TypedPlace& place);
void offer_fields(const TypedPlace& place);
void offer_renamed(const TypedPlace& place);
void offer_key_of_definition(const TypedPlace& place);
void offer_clustering_of_definition(const TypedPlace& place);

// Values, options, and words that are names for the grammar.
void offer_functions(const TypedPlace& place);
void offer_star(const TypedPlace& place);
void offer_values(const TypedPlace& place);
void offer_option_names(const TypedPlace& place);
void offer_option_values(const TypedPlace& place);
void offer_sub_options(const TypedPlace& place);
void offer_index_class(const TypedPlace& place);
void offer_explain_words(const TypedPlace& place);
void offer_explain_options(const TypedPlace& place);

}  // namespace cellar
